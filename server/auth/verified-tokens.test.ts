import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#tests/setup/test-app.ts';
import { rememberVerified } from './verified-tokens.ts';

describe('a token that was verified', () => {
  let now = 0;
  let verified: string[] = [];
  const read = () => {
    now = 1_000;
    verified = [];
    return rememberVerified(
      (token) => {
        verified.push(token);
        return token.startsWith('good') && now < 2_000 ? { payload: { token }, untilMs: 2_000 } : undefined;
      },
      () => now,
    );
  };

  it('is verified once while it is good, and says what it said', () => {
    const readToken = read();
    for (let time = 0; time < 3; time += 1) expect(readToken('good 1')).toEqual({ token: 'good 1' });
    expect(verified).toEqual(['good 1']);
  });

  it('is refused from the moment at which it expires', () => {
    const readToken = read();
    now = 1_999;
    expect(readToken('good 1')).toBeDefined();
    now = 2_000;
    expect(readToken('good 1')).toBeUndefined();
  });

  it('vouches for no other, and one that was refused is looked at again', () => {
    const readToken = read();
    readToken('good 1');
    expect(readToken('good 2')).toEqual({ token: 'good 2' });
    expect(readToken('bad')).toBeUndefined();
    expect(readToken('bad')).toBeUndefined();
    expect(verified).toEqual(['good 1', 'good 2', 'bad', 'bad']);
  });
});

describe('a token that the server has seen often', () => {
  let test: TestApp;
  beforeAll(async () => (test = await buildTestApp()));
  afterAll(() => test.close());

  const statuses = async (access: string, tails = ['']) =>
    await Promise.all(
      tails.map(async (tail) => {
        const headers = { authorization: `Bearer ${access}${tail}` };
        return (await test.app.inject({ url: '/api/v1/users/me/', headers })).statusCode;
      }),
    );

  it('opens nothing from the moment at which its session is ended', async () => {
    const { access, refresh } = await test.signIn('часто');
    expect(await statuses(access, ['', '', ''])).toEqual([200, 200, 200]);
    await test.app.inject({ method: 'POST', url: '/api/v1/user/logout/', payload: { refresh } });
    expect(await statuses(access)).toEqual([401]);
  });

  it('makes no other good that differs by a sign', async () => {
    const { access } = await test.signIn('иначе');
    expect(await statuses(access)).toEqual([200]);
    expect(await statuses(access, ['A', '=', '.'])).toEqual([401, 401, 401]);
    expect(await statuses(access.slice(0, -1))).toEqual([401]);
  });
});
