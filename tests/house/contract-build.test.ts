import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { OF_SERVER, READ_BY_BROWSERS, withoutServerParts } from '#config/contract-build.config.ts';
import { sourcesOf } from './import-graph.ts';

const built = (code: string) => withoutServerParts('contract/some.ts', code);

/** Each way in which the browser's code reads one of the parts, as `listCardsEndpoint.query`. */
function readsIn(file: string): string[] {
  const reads: string[] = [];
  new Visitor({
    MemberExpression({ object, property, computed }) {
      if (object.type !== 'Identifier' || !/endpoint$/i.test(object.name)) return;
      if (!computed && property.type === 'Identifier' && OF_SERVER.has(property.name))
        reads.push(`${object.name}.${property.name}`);
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return reads;
}

describe('a call in a browser’s build', () => {
  it('has its way and its answer, and nothing that the server alone reads', () => {
    const code = [
      'export const findEndpoint = endpoint({',
      "  method: 'GET',",
      "  summary: 'Найти',",
      '  query: z.strictObject({ text: z.string().check(z.maxLength(9)) }),',
      '  response: z.object({ ids: z.array(idSchema) }),',
      '});',
    ];
    expect(built(code.join('\n')).split('\n')).toEqual([
      code[0],
      code[1],
      expect.stringMatching(/^\s*$/),
      expect.stringMatching(/^\s*$/),
      code[4],
      code[5],
    ]);
  });

  it('keeps of a body what the browser reads', () => {
    const code = 'export const updateCardEndpoint = endpoint({ params: idParams, body: changedSchema });';
    expect(built(code)).toMatch(
      /^export const updateCardEndpoint = endpoint\(\{\s+body: changedSchema \}\);$/,
    );
  });

  it('leaves a schema with conditions to be dropped when nobody reads it', () => {
    expect(built('const text = z.string().check(z.minLength(1)).check(z.maxLength(9));')).toBe(
      'const text = /* @__PURE__ */ z.string().check(z.minLength(1)).check(z.maxLength(9));',
    );
  });

  it('is read, line by line where it was', () => {
    for (const file of sourcesOf('contract')) {
      const code = readFileSync(file, 'utf8');
      const after = withoutServerParts(file, code);
      expect(parseSync(file, after).errors, file).toEqual([]);
      expect(after.split('\n').length, file).toBe(code.split('\n').length);
    }
  });

  it('has all that the browser’s code reads of it', () => {
    const read = new Set([...sourcesOf('src'), ...sourcesOf('sw')].flatMap(readsIn));
    expect([...read].toSorted()).toEqual([...READ_BY_BROWSERS].toSorted());
  });
});
