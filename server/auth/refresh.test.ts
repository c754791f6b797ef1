import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionTokens } from '#contract/auth.ts';
import { buildTestApp, type TestApp } from '#tests/setup/test-app.ts';
import { hashOf } from './sessions-repository.ts';

let test: TestApp;
beforeAll(async () => (test = await buildTestApp()));
afterAll(() => test.close());

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36';

async function signInWith(userAgent = BROWSER, login = 'seller'): Promise<SessionTokens> {
  await test.signIn(login);
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/v1/user/auth/',
    headers: { 'user-agent': userAgent },
    payload: { login, password: 'соль и перец 42' },
  });
  return response.json();
}

const refresh = (token: unknown, userAgent = BROWSER) =>
  test.app.inject({
    method: 'POST',
    url: '/api/v1/user/refresh/',
    headers: { 'user-agent': userAgent },
    payload: { refresh: token },
  });
const pairOf = async (token: string, userAgent?: string) =>
  (await refresh(token, userAgent)).json<SessionTokens>();

const profileStatus = async (access: string) =>
  (await test.app.inject({ url: '/api/v1/users/me/', headers: { authorization: `Bearer ${access}` } }))
    .statusCode;

/** As if the token had been used so long ago. */
const ageUse = (token: string, seconds: number) =>
  test.database.db
    .updateTable('refresh_tokens')
    .set({ used_at: sql<Date>`now() - make_interval(secs => ${seconds})` })
    .where('token_hash', '=', hashOf(token))
    .execute();

const replays = async () =>
  (
    await test.database.db
      .selectFrom('audit_events')
      .select('id')
      .where('action', '=', 'refresh-replay')
      .execute()
  ).length;

describe('a refresh', () => {
  it('changes both tokens and carries the user', async () => {
    const first = await signInWith();
    const next = await pairOf(first.refresh);
    expect(next.refresh).not.toBe(first.refresh);
    expect(next.user).toEqual(first.user);
    expect(await profileStatus(next.access)).toBe(200);
    expect((await refresh(next.refresh)).statusCode).toBe(200);
  });

  it('stores neither token in a form that could be used', async () => {
    const { refresh: token } = await signInWith();
    const { access } = await pairOf(token);
    const { rows } = await test.database.executeSql(
      'SELECT row_to_json(t)::text AS row FROM refresh_tokens t',
    );
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token).toString('hex'));
    expect(stored).not.toContain(Buffer.from(access).toString('hex'));
  });

  it('whose answer was lost gets the same pair for 20 seconds', async () => {
    const { refresh: token } = await signInWith();
    const lost = await pairOf(token);
    expect(await pairOf(token)).toEqual(lost);
    await ageUse(token, 18);
    expect(await pairOf(token)).toEqual(lost);
    expect((await refresh(lost.refresh)).statusCode).toBe(200);
  });

  it('that comes from eight tabs at once gives all of them one pair', async () => {
    const { refresh: token } = await signInWith();
    const pairs = await Promise.all(Array.from({ length: 8 }, () => pairOf(token)));
    expect(new Set(pairs.map((pair) => `${pair.access} ${pair.refresh}`)).size).toBe(1);
  });
});

describe('a used token ends its whole family', () => {
  it.each([
    ['after the grace', async (token: string) => void (await ageUse(token, 21))],
    ['when its successor was used', async (_: string, next: string) => void (await refresh(next))],
  ])('%s', async (_, before) => {
    const { refresh: token } = await signInWith();
    const next = await pairOf(token);
    await before(token, next.refresh);
    const count = await replays();
    const replay = await refresh(token);
    expect(replay.statusCode).toBe(401);
    expect(await replays()).toBe(count + 1);
    expect((await refresh(next.refresh)).statusCode).toBe(401);
    expect(await profileStatus(next.access)).toBe(401);
  });

  it('when another browser sends it', async () => {
    const { refresh: token } = await signInWith();
    const next = await pairOf(token);
    expect((await refresh(token, 'curl/8')).statusCode).toBe(401);
    expect((await refresh(next.refresh)).statusCode).toBe(401);
  });

  it('and leaves the user’s other sessions alone', async () => {
    const other = await signInWith();
    const { refresh: token } = await signInWith();
    await pairOf(token);
    await ageUse(token, 60);
    await refresh(token);
    expect((await refresh(other.refresh)).statusCode).toBe(200);
  });
});

describe('a refresh answers 200, 401 or a server error and nothing else', () => {
  it.each([
    ['no body', '', 'application/json'],
    ['broken JSON', '{', 'application/json'],
    ['a wrong type', '{"refresh":1}', 'application/json'],
    ['an unknown field', '{"refresh":"x","y":1}', 'application/json'],
    ['an unknown token', '{"refresh":"x"}', 'application/json'],
    ['a huge token', `{"refresh":"${'x'.repeat(10_000)}"}`, 'application/json'],
    ['more than a megabyte', `{"refresh":"${'x'.repeat(1024 * 1024)}"}`, 'application/json'],
    ['a form', 'refresh=x', 'application/x-www-form-urlencoded'],
    ['a NUL', '{"refresh":"\\u0000"}', 'application/json'],
  ])('to %s', async (_, payload, contentType) => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/user/refresh/',
      headers: { 'content-type': contentType },
      payload,
    });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'unauthenticated', detail: ['Войдите ещё раз'] });
  });

  it('to an access token in place of a refresh token', async () => {
    const { access } = await signInWith();
    expect((await refresh(access)).statusCode).toBe(401);
  });

  it('to an expired token and an expired session', async () => {
    for (const table of ['refresh_tokens', 'sessions'] as const) {
      const { refresh: token } = await signInWith();
      await test.database.db
        .updateTable(table)
        .set({ expires_at: sql<Date>`now()` })
        .execute();
      expect((await refresh(token)).statusCode).toBe(401);
    }
  });

  it('and is never refused for coming too often', async () => {
    const { refresh: token } = await signInWith();
    let current = token;
    for (let index = 0; index < 300; index += 1) {
      const response = await refresh(current);
      expect(response.statusCode).toBe(200);
      current = response.json<SessionTokens>().refresh;
    }
  });
});
