import { describe, expect, it } from 'vitest';
import { calls, clientOver, documentOf, requestOf } from '#tests/support/marketplace/client-calls.ts';
import {
  areDocumentsHere,
  documentedPath,
  findOperation,
} from '#tests/support/simulator/openapi-documents.ts';
import { bucketOf } from './limit-rules.ts';

/**
 * What the client sends, what it understands and how often it may call, against the marketplace's own documents.
 */
async function documented(name: string) {
  const request = await requestOf(name);
  const file = documentOf(request);
  const path = documentedPath(file, request.method, request.path);
  return { request, operation: findOperation(file, request.method, path) };
}

it('every operation of the client stands in the table', () => {
  const { theirTime: _theirTime, ...operations } = clientOver(() => Promise.reject(new Error('not sent')));
  expect(Object.keys(calls).toSorted()).toEqual(Object.keys(operations).toSorted());
});

describe.runIf(areDocumentsHere)('against the official documents', () => {
  it.each(Object.keys(calls))('%s sends what is documented', async (name) => {
    const { request, operation } = await documented(name);
    const names = Object.entries(request.query ?? {}).flatMap(([key, value]) =>
      value === undefined ? [] : [key],
    );
    for (const key of names) expect([...operation.queryNames]).toContain(key);
    expect(names).toEqual(expect.arrayContaining(operation.requiredQueryNames));
    if (request.body === undefined) expect(operation.checkRequest).toBeUndefined();
    else
      expect(operation.checkRequest?.(request.body), JSON.stringify(operation.checkRequest?.errors)).toBe(
        true,
      );
  });

  // The document itself describes the list of tags as an object.
  const understood = Object.keys(calls).filter((name) => name !== 'listTags');

  it.each(understood)('%s understands what is documented', async (name) => {
    const { request, operation } = await documented(name);
    expect(operation.successes.size).toBeGreaterThan(0);
    for (const [status, example] of operation.successes) {
      const parsed = request.response.safeParse(status === 204 ? undefined : example);
      expect([status, parsed.error?.issues ?? []]).toEqual([status, []]);
    }
  });

  it.each(Object.keys(calls))('%s is called as often as is documented, and no oftener', async (name) => {
    const { request, operation } = await documented(name);
    // The ping's limit is written in a sentence.
    if (request.path === '/ping') return;
    const { limits } = operation;
    const all = limits.get('');
    expect(bucketOf(request.group, 'PERSONAL')).toEqual(limits.get('Персональный') ?? all);
    expect(bucketOf(request.group, 'SERVICE')).toEqual(limits.get('Сервисный') ?? all);
    expect(bucketOf(request.group, 'BASIC')).toEqual(limits.get('Базовый') ?? all);
  });
});
