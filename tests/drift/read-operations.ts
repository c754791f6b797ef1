import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { OperationRequest } from '#server/marketplace/request.ts';
import { calls, documentOf, requestOf } from '#tests/support/marketplace/client-calls.ts';
import { asNode, exampleOf, resolve, type Node } from '#tests/support/simulator/openapi-nodes.ts';
import { operationFacts, type OperationFacts } from './operation-facts.ts';

/** An operation of the client, as the documents of a folder have it. */
export interface DocumentedCall {
  name: string;
  request: OperationRequest<unknown>;
  /** Where it is described, and under which path. */
  document: Node;
  path: string;
  facts: OperationFacts;
  /** What a success with a body looks like; undefined when none is documented. */
  example: unknown;
}

export async function readOperations(folder: string): Promise<DocumentedCall[]> {
  const documents = new Map<string, Node>();
  const read = (file: string) => {
    const known = documents.get(file);
    if (known) return known;
    const path = join(folder, file);
    if (!existsSync(path))
      throw new Error(`Нет файла ${path}: нужны документы API Wildberries, все в одной папке`);
    const document = asNode(parse(readFileSync(path, 'utf8')));
    documents.set(file, document);
    return document;
  };
  const names = Object.keys(calls);
  return await Promise.all(
    names.map(async (name) => {
      const request = await requestOf(name);
      return documentedCall(read(documentOf(request)), name, request);
    }),
  );
}

/** The operation in one document. */
export function documentedCall(
  document: Node,
  name: string,
  request: OperationRequest<unknown>,
): DocumentedCall {
  const path = documentedPath(document, request);
  const operation = asNode(asNode(asNode(document['paths'])[path])[request.method.toLowerCase()]);
  const [success] = Object.entries(asNode(operation['responses']))
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => asNode(asNode(resolve(document, response)['content'])['application/json']));
  return {
    name,
    request,
    document,
    path,
    facts: operationFacts(document, request.method, path),
    example: success?.['schema'] === undefined ? undefined : exampleOf(document, success['schema']),
  };
}

/** As the document writes it, for one with its parameters filled in; the path itself when there is none like it. */
function documentedPath(document: Node, { method, path }: OperationRequest<unknown>): string {
  const found = Object.entries(asNode(document['paths'])).find(([template, item]) => {
    const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(path) && asNode(item)[method.toLowerCase()] !== undefined;
  });
  return found?.[0] ?? path;
}
