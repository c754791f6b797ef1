import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as analytics from './analytics.ts';
import * as auth from './auth.ts';
import * as cardSending from './card-sending.ts';
import * as cardTexts from './card-texts.ts';
import * as cards from './cards.ts';
import * as promotions from './promotions.ts';
import * as shipments from './shipments.ts';
import * as shops from './shops.ts';
import * as subjects from './subjects.ts';
import * as users from './users.ts';
import * as warehouses from './warehouses.ts';
import { fromWire, toCamelKey, toQueryString, toSnakeKey, toWire, WireError } from './wire.ts';

describe('names on the wire', () => {
  it.each([
    ['price_with_disc', 'priceWithDisc'],
    ['nm_id', 'nmId'],
    ['title', 'title'],
    ['price_2', 'price_2'],
    ['sha_256_sum', 'sha_256Sum'],
    ['_private_name', '_privateName'],
    ['ACTIVE', 'ACTIVE'],
    ['INCOME_MINUS_EXPENSES', 'INCOME_MINUS_EXPENSES'],
    ['Страна_производства', 'Страна_производства'],
    ['size.chart', 'size.chart'],
    ['', ''],
  ])('%s is %s in code, and back', (wire, code) => {
    expect(toCamelKey(wire)).toBe(code);
    expect(toSnakeKey(code)).toBe(wire);
  });

  it('takes several underscores for one border', () => {
    expect(toCamelKey('user__id')).toBe('userId');
  });

  it('brings back every field name of the contract as it was', () => {
    const names = fieldNamesOfContract();
    expect(names.size).toBeGreaterThan(150);
    for (const name of names) expect(toCamelKey(toSnakeKey(name)), name).toBe(name);
  });

  it('never lets two field names of the contract become one', () => {
    const names = [...fieldNamesOfContract()];
    expect(new Set(names.map(toSnakeKey)).size).toBe(names.length);
  });
});

describe('conversion of bodies', () => {
  it('converts keys at every depth, in arrays too, and leaves values alone', () => {
    const wire = { shop_id: 1, sizes: [{ tech_size: 'tech_size', price_kopecks: null }] };
    const code = { shopId: 1, sizes: [{ techSize: 'tech_size', priceKopecks: null }] };
    expect(fromWire(wire)).toEqual(code);
    expect(toWire(code)).toEqual(wire);
  });

  it.each([
    ['a date', new Date(0)],
    ['a blob', new Blob(['x'])],
    ['a map', new Map([['a_b', 1]])],
    ['a form', new FormData()],
  ])('passes %s as it is', (_, value) => {
    expect(toWire({ someValue: value })).toEqual({ some_value: value });
    expect((toWire({ someValue: value }) as Record<string, unknown>)['some_value']).toBe(value);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'Constructor', 'Prototype'])(
    'refuses the key %s',
    (key) => {
      const hostile: unknown = JSON.parse(`{"data": {"${key}": {"polluted": true}}}`);
      expect(() => toWire(hostile)).toThrow(WireError);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s from the wire', (key) => {
    expect(() => fromWire(JSON.parse(`{"${key}": 1}`))).toThrow(WireError);
  });

  it('refuses two keys that become one, in both directions', () => {
    expect(() => fromWire({ user_id: 1, userId: 2 })).toThrow(WireError);
    expect(() => toWire({ user_id: 1, userId: 2 })).toThrow(WireError);
  });

  it('refuses a body of ten thousand levels instead of running out of stack', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level += 1) deep = level % 2 ? [deep] : { inner: deep };
    expect(() => fromWire(deep)).toThrow(WireError);
  });

  it('never pollutes a prototype and gives back what it was given, whatever the keys', () => {
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom('__proto__', '_proto__', 'proto', 'constructor', 'a_b', 'aB', 'A_B', '_', '__', 'х_у'),
    );
    const body = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constant(null),
        fc.integer(),
        fc.string(),
        tie('object'),
        tie('list'),
      ),
      object: fc.dictionary(key, tie('value'), { noNullPrototype: false }),
      list: fc.array(tie('value'), { maxLength: 3 }),
    })).object;
    fc.assert(
      fc.property(body, (value) => {
        let converted: unknown;
        try {
          converted = fromWire(value);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
          return;
        }
        expect(Object.keys(converted as object)).toHaveLength(Object.keys(value).length);
        expect(Object.keys({})).toEqual([]);
        expect(Object.getPrototypeOf(converted)).toBe(Object.prototype);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('query strings', () => {
  it('repeats arrays, keeps nulls and leaves out what is undefined', () => {
    expect(toQueryString({ shopId: [1, 2], brand: null, state: undefined, isDraft: false, limit: 50 })).toBe(
      'shop_id=1&shop_id=2&brand=&is_draft=false&limit=50',
    );
  });

  it.each([
    [{ shop: [] }, ''],
    [{ shop: [1, null] }, 'shop=1&shop='],
    [
      { search: 'платье & «лён» +1' },
      `search=${encodeURIComponent('платье & «лён» +1').replaceAll('%20', '+')}`,
    ],
  ])('%j becomes «%s»', (query, text) => {
    expect(toQueryString(query)).toBe(text);
  });

  it('carries every text there and back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }), (texts) => {
        expect(new URLSearchParams(toQueryString({ anyText: texts })).getAll('any_text')).toEqual(texts);
      }),
    );
  });

  it('refuses what an address cannot carry', () => {
    expect(() => toQueryString({ filter: { a: 1 } })).toThrow(WireError);
    expect(() => toQueryString({ userId: 1, user_id: 2 })).toThrow(WireError);
  });
});

/** Every key of every object schema that the contract's modules reach. */
function fieldNamesOfContract(): Set<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof z.ZodMiniObject) {
      for (const [key, schema] of Object.entries(value.shape as Record<string, unknown>)) {
        names.add(key);
        walk(schema);
      }
    }
    for (const inner of Object.values('_zod' in value ? (value._zod as { def: object }).def : value))
      walk(inner);
  };
  const resources = [analytics, auth, cardSending, cardTexts, cards, promotions, shipments, shops, subjects];
  for (const resource of [...resources, users, warehouses]) {
    for (const exported of Object.values(resource)) walk(exported);
  }
  return names;
}
