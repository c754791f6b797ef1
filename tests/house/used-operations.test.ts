import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { clientOver } from '#tests/support/marketplace/client-calls.ts';
import { isNode, visit } from '#tests/support/syntax-tree.ts';
import { sourcesOf } from './import-graph.ts';

const CLIENT_ROOM = 'server/marketplace/';

/** Names that are asked of something called a client: `client.getStocks`, `sync.client.listSales`. */
function askedOfClients(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  if (!/client\b/i.test(source)) return [];
  const found: string[] = [];
  visit(parseSync(file, source).program, ({ type, object, property }) => {
    if (type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return;
    const holder = isNode(object['property']) ? object['property'] : object;
    if (/client$/i.test(String(holder['name']))) found.push(String(property['name']));
  });
  return found;
}

it('an operation of the marketplace’s client is called by the program, not by tests alone', () => {
  const operations = Object.keys(clientOver(() => Promise.reject(new Error('not sent'))));
  const callers = sourcesOf('server').filter((file) => !file.startsWith(CLIENT_ROOM));
  const called = new Set(callers.flatMap(askedOfClients));
  expect(operations.length).toBeGreaterThan(30);
  expect(operations.filter((name) => !called.has(name))).toEqual([]);
});
