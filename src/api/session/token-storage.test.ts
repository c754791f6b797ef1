import { expect, it } from 'vitest';
import { createStorage } from '#tests/fixtures/browser.ts';
import { decodeAccessToken, userOfAccessToken } from './access-token.ts';
import { createTokenStorage, isAccessToken, isRefreshToken } from './token-storage.ts';
import { anna, makeAccessToken } from '#tests/fixtures/tokens.ts';

it.each(['null', 'undefined', '[object', 'NaN', 'true', 'false'])('«%s» is no refresh token', (text) => {
  expect(isRefreshToken(text)).toBe(false);
});

it('a token is as long as it may be, and no longer', () => {
  expect([512, 513].map((length) => isRefreshToken('x'.repeat(length)))).toEqual([true, false]);
  const ofLength = (length: number) => `a.b.${'c'.repeat(length - 4)}`;
  expect([8192, 8193].map((length) => isAccessToken(ofLength(length)))).toEqual([true, false]);
  const [header, payload] = makeAccessToken(anna).split('.');
  const signed = (length: number) => `${header}.${payload}.`.padEnd(length, 'c');
  expect([8192, 8193].map((length) => userOfAccessToken(signed(length)) !== null)).toEqual([true, false]);
});

it.each([undefined, 5, 'a.b', 'ab', ''])('%s is no access token', (value) => {
  expect(isAccessToken(value)).toBe(false);
  expect(decodeAccessToken(value)).toBeUndefined();
});

it.each(['[1]', 'null', '5', '"text"'])('a token that carries %s carries nothing', (payload) => {
  expect(decodeAccessToken(`a.${btoa(payload).replaceAll('=', '')}.c`)).toBeUndefined();
});

it('a token whose text is cut within a letter carries nothing, rather than another name', () => {
  expect(decodeAccessToken(`a.${btoa('{"name":"\xd0"}').replaceAll('=', '')}.c`)).toBeUndefined();
});

it('tokens are kept under the names by which earlier releases know them, and all of them go', () => {
  const storage = createStorage();
  const tokens = createTokenStorage(() => storage);
  tokens.write({ access: 'a.b.c', refresh: 'r' }, { isForeignDevice: true });
  expect(['accessToken', 'refreshToken', 'isForeignDevice'].map((key) => storage.getItem(key))).toEqual([
    'a.b.c',
    'r',
    '1',
  ]);
  tokens.clear();
  expect(storage.length).toBe(0);
});

it('a device that was foreign is so no more with a sign-in as on one’s own', () => {
  const storage = createStorage();
  const kept = createTokenStorage(() => storage);
  kept.write({ access: 'a.b.c', refresh: 'r' }, { isForeignDevice: true });
  kept.write({ access: 'a.b.c', refresh: 'r' }, { isForeignDevice: false });
  expect(kept.isForeignDevice()).toBe(false);
});
