import { describe, expect, it } from 'vitest';
import { hrefTo, isKnownPath, paths } from './paths.ts';

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const WITH_ADDRESSES = new Set([
  './paths.ts',
  // Runs before any module and may import nothing.
  '../app/early.ts',
]);

const address = /(['"`])\/(?:home|auth)(?:[/?][^'"`]*)?\1/g;

describe('the addresses of the product', () => {
  it('stand in one file', () => {
    const elsewhere = Object.entries(sources)
      .filter(([file]) => !file.includes('.test.') && !WITH_ADDRESSES.has(file))
      .flatMap(([file, text]) => (text.match(address) ?? []).map((found) => `${file}: ${found}`));
    expect(elsewhere).toEqual([]);
  });

  it('of the script before the first paint are known ones', () => {
    const early = (sources['../app/early.ts'] ?? '').match(address) ?? [];
    expect(new Set(early.map((quoted) => quoted.slice(1, -1)))).toEqual(
      new Set(['/home/', paths.cards, paths.login]),
    );
  });

  it('are known with and without a slash at the end, and nothing else is', () => {
    expect(isKnownPath('/')).toBe(true);
    expect(isKnownPath(`${paths.cards}/`)).toBe(true);
    expect(isKnownPath(`${paths.cards}/nothing`)).toBe(false);
  });

  it('say what they are given', () => {
    expect(hrefTo.card({ id: 7 })).toBe(`${paths.cardEdit}?id=7`);
    expect(hrefTo.card({ id: 7, field: 'title', error: 3 })).toBe(
      `${paths.cardEdit}?id=7&field=title&error=3`,
    );
    expect(hrefTo.cards({ q: 'шарф & шапка' })).toBe(
      `${paths.cards}?${new URLSearchParams({ q: 'шарф & шапка' })}`,
    );
  });
});
