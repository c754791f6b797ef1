import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { allTokenCategories } from '#contract/users.ts';
import { decodeToken } from './token.ts';

const BITS = { CONTENT: 1, ANALYTICS: 2, PRICE_AND_DISCOUNT: 3, MARKETPLACE: 4, STATISTICS: 5, FINANCE: 13 };
const claims = {
  id: '0198c1a2-0000-7000-8000-000000000001',
  sid: '6f0f7a5c-3f4b-4d0a-9a57-0f4f1f3f9d11',
  exp: 1_900_000_000,
  s: 2 ** 1 + 2 ** 3,
  acc: 3,
  t: false,
};
const jwt = (payload: unknown) =>
  `eyJhbGciOiJFUzI1NiJ9.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2lnbmF0dXJl`;

it('reads seller, type, categories and expiry of a token', () => {
  expect(decodeToken(` ${jwt(claims)}\n`)).toEqual({
    id: claims.id,
    sid: claims.sid,
    type: 'PERSONAL',
    categories: ['CONTENT', 'PRICE_AND_DISCOUNT'],
    isReadOnly: false,
    isSandbox: false,
    expiresAt: new Date(claims.exp * 1000),
  });
});

it('reads every category and the read-only bit on their own', () => {
  fc.assert(
    fc.property(fc.subarray([...allTokenCategories]), fc.boolean(), (categories, isReadOnly) => {
      const s = categories.reduce((mask, category) => mask + 2 ** BITS[category], isReadOnly ? 2 ** 30 : 0);
      const facts = decodeToken(jwt({ ...claims, s }));
      expect(facts?.categories.toSorted()).toEqual(categories.toSorted());
      expect(facts?.isReadOnly).toBe(isReadOnly);
    }),
  );
});

it.each([
  [1, 'BASIC'],
  [2, 'TEST'],
  [3, 'PERSONAL'],
  [4, 'SERVICE'],
  [9, 'BASIC'],
  [undefined, 'BASIC'],
])('takes acc %s for a token of type %s', (acc, type) => {
  expect(decodeToken(jwt({ ...claims, acc }))?.type).toBe(type);
});

it.each([
  [{ t: true }, true],
  [{ acc: 2, t: false }, true],
  [{ acc: 2, t: undefined }, true],
  [{ t: false }, false],
  [{ t: undefined }, false],
])('of a token that says %o it is known whether it is of the sandbox', (said, isSandbox) => {
  expect(decodeToken(jwt({ ...claims, ...said }))?.isSandbox).toBe(isSandbox);
});

it.each([
  ['nothing', ''],
  ['a word', 'token'],
  ['three words', 'a.b.c'],
  ['another service’s JWT', jwt({ sub: '1', exp: 1_900_000_000 })],
  ['a seller that is no uuid', jwt({ ...claims, sid: "' OR 1=1" })],
  ['claims that are a list', jwt([claims])],
  ['a line break inside', `${jwt(claims)}\nX-Evil: 1`],
])('takes %s for no token', (_what, text) => {
  expect(decodeToken(text)).toBeNull();
});
