import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { asList, asNode, exampleOf, resolve, type Node } from './openapi-nodes.ts';

/**
 * Test support: the marketplace's own OpenAPI 3.0 documents, as validators. They are not part of this repository; where
 * they lie is said by WB_OPENAPI_DIR.
 */
export const DOCUMENTS_FOLDER = process.env['WB_OPENAPI_DIR'] ?? '../shared/wildberries/openapi';

export const areDocumentsHere = existsSync(join(DOCUMENTS_FOLDER, '02-items.yaml'));

export interface DocumentedOperation {
  queryNames: Set<string>;
  requiredQueryNames: string[];
  /** undefined: the operation takes no JSON. */
  checkRequest: ValidateFunction | undefined;
  /** By status; null where an answer without a body is documented. */
  responses: Map<number, { types: string[]; check: ValidateFunction | null }>;
  /** Bodies as the document shows them: of each success status, put together from the examples of its fields. */
  successes: Map<number, unknown>;
  /** By type of token, '' when it is the same for all. */
  limits: Map<string, DocumentedLimit>;
}

interface DocumentedLimit {
  intervalMs: number;
  burst: number;
}

/** The path as the document writes it, for one with its parameters filled in. */
export function documentedPath(file: string, method: string, path: string): string {
  const found = Object.entries(asNode(readDocument(file)['paths'])).find(([template, item]) => {
    const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(path) && asNode(item)[method.toLowerCase()] !== undefined;
  });
  if (!found) throw new Error(`${file} has no ${method} ${path}`);
  return found[0];
}

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: {
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    date: /^\d{4}-\d\d-\d\d$/,
    UUID: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    ...Object.fromEntries(
      ['int', 'uint', 'int32', 'int64', 'uint32', 'uint64', 'float', 'float32', 'float64', 'binary'].map(
        (name) => [name, true],
      ),
    ),
  },
});

const documents = new Map<string, Node>();

function readDocument(file: string): Node {
  const known = documents.get(file);
  if (known) return known;
  const document = asNode(parse(readFileSync(join(DOCUMENTS_FOLDER, file), 'utf8')));
  documents.set(file, document);
  return document;
}

/** The addresses that the document gives for a path. */
export function documentedServers(file: string, path: string): string[] {
  const { servers } = asNode(asNode(readDocument(file)['paths'])[path]);
  return asList(servers).map((server) => String(asNode(server)['url']));
}

export function findOperation(file: string, method: string, path: string): DocumentedOperation {
  const document = readDocument(file);
  const pathItem = asNode(asNode(document['paths'])[path]);
  const operation = asNode(pathItem[method.toLowerCase()]);
  if (Object.keys(operation).length === 0) throw new Error(`${file} has no ${method} ${path}`);
  const parameters = [...asList(pathItem['parameters']), ...asList(operation['parameters'])]
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter['in'] === 'query');
  const responses: DocumentedOperation['responses'] = new Map();
  const successes: DocumentedOperation['successes'] = new Map();
  for (const [status, response] of Object.entries(asNode(operation['responses']))) {
    const content = asNode(resolve(document, response)['content']);
    const [media] = Object.values(content);
    responses.set(Number(status), {
      types: Object.keys(content),
      check: media === undefined ? null : compile(document, asNode(media)['schema']),
    });
    if (Number(status) < 300) {
      const schema = asNode(media)['schema'];
      successes.set(Number(status), schema === undefined ? undefined : exampleOf(document, schema));
    }
  }
  const request = asNode(asNode(resolve(document, operation['requestBody'])['content'])['application/json']);
  return {
    queryNames: new Set(parameters.map((parameter) => String(parameter['name']))),
    requiredQueryNames: parameters
      .filter((parameter) => parameter['required'] === true)
      .map((parameter) => String(parameter['name'])),
    checkRequest: request['schema'] === undefined ? undefined : compile(document, request['schema']),
    responses,
    successes,
    limits: readLimits(operation['description']),
  };
}

/** By type of token, '' when it is the same for all. */
export function documentedLimits(file: string, method: string, path: string): Map<string, DocumentedLimit> {
  return readLimits(
    asNode(asNode(asNode(readDocument(file)['paths'])[path])[method.toLowerCase()])['description'],
  );
}

/** | Персональный | 1 мин | 100 запросов | 600 мс | 5 запросов |, or the same without the type. */
const LIMIT_ROW =
  /^\s*\|(?:\s*([А-Я][а-я ]+?)\s*\|)?[^|]+\|[^|]+\|\s*(\d+)\s+(мс|сек|мин|ч)\s*\|\s*(\d+)\s+запрос/gmu;
const UNIT_MS: Readonly<Record<string, number>> = { мс: 1, сек: 1000, мин: 60_000, ч: 3_600_000 };

function readLimits(description: unknown): Map<string, DocumentedLimit> {
  if (typeof description !== 'string') return new Map();
  return new Map(
    [...description.matchAll(LIMIT_ROW)].map(([, type = '', count, unit = '', burst]) => [
      type,
      { intervalMs: Number(count) * (UNIT_MS[unit] ?? Number.NaN), burst: Number(burst) },
    ]),
  );
}

function compile(document: Node, schema: unknown): ValidateFunction {
  return ajv.compile(toJsonSchema(document, schema, true));
}

/**
 * OpenAPI 3.0 → JSON Schema: references are put in place, `nullable` becomes a type. An object that names its fields is
 * closed, so that a field nobody documented is an error; parts of allOf, oneOf and anyOf stay open, because they add up.
 */
function toJsonSchema(document: Node, schema: unknown, isClosed: boolean): Node {
  const { example: _example, examples: _examples, nullable, ...rest } = resolve(document, schema);
  const result: Node = {};
  for (const [key, value] of Object.entries(rest)) {
    if (key === 'properties') {
      result[key] = Object.fromEntries(
        Object.entries(asNode(value)).map(([name, inner]) => [name, toJsonSchema(document, inner, true)]),
      );
    } else if (key === 'items') {
      result[key] = toJsonSchema(document, value, true);
    } else if (key === 'additionalProperties' && typeof value === 'object') {
      result[key] = toJsonSchema(document, value, true);
    } else if (key === 'allOf' || key === 'oneOf' || key === 'anyOf') {
      result[key] = asList(value).map((inner) => toJsonSchema(document, inner, false));
    } else {
      result[key] = value;
    }
  }
  if (
    isClosed &&
    result['properties'] !== undefined &&
    result['additionalProperties'] === undefined &&
    result['allOf'] === undefined
  ) {
    result['additionalProperties'] = false;
  }
  return nullable === true ? { anyOf: [result, { type: 'null' }] } : result;
}
