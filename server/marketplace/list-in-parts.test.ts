import { array, assert, jsonValue, nat, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isList, PART_LENGTH, partsOfList } from './list-in-parts.ts';

const together = (text: string): unknown[] =>
  [...partsOfList(text)].flatMap((part): unknown[] => JSON.parse(part));

/** As long as they have to be for several parts. */
const longItems = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ at, text: `[{"\\\\${'ж'.repeat(PART_LENGTH / 3)}\\"]},` }));

describe('a list in parts', () => {
  it('says what it says as a whole, whatever stands in it', () => {
    assert(
      property(array(jsonValue()), nat(9), (items, count) => {
        const all = [...items, ...longItems(count), ...items];
        for (const text of [JSON.stringify(all), ` ${JSON.stringify(all, null, 1)}\n`])
          expect(together(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('has parts of a bounded length', () => {
    const text = JSON.stringify(Array.from({ length: 5000 }, (_, at) => ({ at, text: 'x'.repeat(100) })));
    const parts = [...partsOfList(text)];
    expect(parts.length).toBeGreaterThan(3);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(PART_LENGTH + 200);
  });

  it.each([
    ['has no end', (text: string) => text.slice(0, -1)],
    ['is cut within an item', (text: string) => text.slice(0, -20)],
    ['is cut within a text', (text: string) => text.slice(0, Math.floor(text.length / 2))],
    ['ends with a comma', (text: string) => `${text.slice(0, -1)},]`],
    ['ends as an object', (text: string) => `${text.slice(0, -1)}}`],
    ['has something behind it', (text: string) => `${text}{}`],
  ])('that %s is none', (_what, spoil) => {
    for (const items of [[1], longItems(6)]) {
      const text = spoil(JSON.stringify(items));
      expect(() => together(text)).toThrow(SyntaxError);
    }
  });

  it('of which any character is another one is refused where the whole is', () => {
    const text = JSON.stringify([{ a: '"\\', b: [1, {}] }, null]);
    assert(
      property(nat(text.length - 1), string({ maxLength: 1 }), (at, other) => {
        const spoiled = text.slice(0, at) + other + text.slice(at + 1);
        if (!isList(spoiled)) return;
        expect(readingOf(() => together(spoiled))).toEqual(readingOf(() => JSON.parse(spoiled)));
      }),
    );
  });
});

function readingOf(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return 'refused';
  }
}
