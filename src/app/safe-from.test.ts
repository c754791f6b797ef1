import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKnownPath } from '#lib/paths.ts';
import { safeFrom } from './safe-from.ts';

const ORIGIN = 'https://prilavok.example';

describe('the remembered page', () => {
  it.each([
    '/home/cards',
    '/home/cards?page=2&brand=%D0%94%D0%BE%D0%BC',
    '/home/shipments#3',
    '/home',
    '/',
    '/auth/password/change',
  ])('keeps %s', (from) => {
    expect(safeFrom(from, ORIGIN)).toBe(from);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    'https:evil.example',
    'https://evil.example/home/cards',
    'javascript:alert(1)',
    '%2f%2fevil.example',
    '/%2f%2fevil.example',
    '/.//',
    '/.//evil.example',
    '/home/..//',
    '/auth/login',
    '/auth/login/',
    '/auth',
    '/home/../auth/login',
    '/home/unknown',
    `/home/cards?${'a'.repeat(10_000)}`,
    'home/cards',
    '',
    ' /home/cards',
    null,
    undefined,
    17,
    { pathname: '/home/cards' },
    ['/home/cards'],
  ])('gives up %j', (from) => {
    expect(safeFrom(from, ORIGIN)).toBeNull();
  });

  it('never leaves the origin nor the product, whatever the history holds', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '//',
      '\t',
      '\n',
      '\r',
      '%2f',
      '%5c',
      '..',
      '.',
      '@',
      ':',
      '?',
      '#',
      'home',
      'cards',
      'auth',
      'login',
      'evil.example',
      'https:',
      'javascript:',
      '\u0000',
      '\u2028',
      '／',
    );
    const hostile = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string(), fc.webUrl(), fc.webPath()), (from) => {
        const safe = safeFrom(from, ORIGIN);
        if (safe === null) return;
        const url = new URL(safe, ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(isKnownPath(url.pathname)).toBe(true);
        expect(url.pathname).not.toMatch(/^\/auth(\/login)?\/?$/);
        // What is safe stays the same when it is asked about again.
        expect(safeFrom(safe, ORIGIN)).toBe(safe);
      }),
      { numRuns: 5000 },
    );
  });
});
