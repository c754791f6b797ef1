import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionTokens } from '#contract/auth.ts';
import { buildTestApp, TEST_PASSWORD, type TestApp } from '#tests/setup/test-app.ts';
import { deviceName } from './device-name.ts';
import { weaknessOf } from './passwords.ts';

let test: TestApp;
beforeAll(async () => (test = await buildTestApp()));
afterAll(() => test.close());

async function signIn(login: string, password = TEST_PASSWORD, isForeignDevice = false) {
  if (password === TEST_PASSWORD) await test.signIn(login);
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/v1/user/auth/',
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
    payload: { login, password, is_foreign_device: isForeignDevice },
  });
  return response.json<SessionTokens>();
}
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, access: string, payload?: object) =>
  test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${access}` },
    ...(payload ? { payload } : {}),
  });
const refreshStatus = async (refresh: string) =>
  (await test.app.inject({ method: 'POST', url: '/api/v1/user/refresh/', payload: { refresh } })).statusCode;
const profileStatus = async (access: string) => (await call('GET', '/users/me/', access)).statusCode;

describe('signing out', () => {
  it('ends both tokens at once', async () => {
    const { access, refresh } = await signIn('выход');
    expect(await profileStatus(access)).toBe(200);
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/user/logout/',
      payload: { refresh },
    });
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await profileStatus(access)).toBe(401);
    expect(await refreshStatus(refresh)).toBe(401);
  });

  it('works with a token that was changed meanwhile, and twice, and says nothing of unknown ones', async () => {
    const { refresh } = await signIn('выход');
    const next = (
      await test.app.inject({ method: 'POST', url: '/api/v1/user/refresh/', payload: { refresh } })
    ).json<SessionTokens>();
    for (const token of [refresh, refresh, 'никакой']) {
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/v1/user/logout/',
        payload: { refresh: token },
      });
      expect(response.statusCode).toBe(204);
    }
    expect(await refreshStatus(next.refresh)).toBe(401);
  });
});

describe('signing out by the hash of a refresh token', () => {
  const hash = (token: string) => createHash('sha256').update(token).digest('base64url');
  const post = async (path: string, payload: object) =>
    (await test.app.inject({ method: 'POST', url: `/api/v1/user/${path}/`, payload })).statusCode;

  it('ends that session, twice the same, and no other of the user', async () => {
    const here = await signIn('хеш');
    const there = await signIn('хеш');
    expect(await post('logout', { refresh_hash: hash(here.refresh) })).toBe(204);
    expect(await post('logout', { refresh_hash: hash(here.refresh) })).toBe(204);
    expect(await profileStatus(here.access)).toBe(401);
    expect(await refreshStatus(here.refresh)).toBe(401);
    expect(await profileStatus(there.access)).toBe(200);
  });

  it('ends it also when the token was changed meanwhile, and says nothing of unknown ones', async () => {
    const { refresh } = await signIn('хеш');
    const next = (
      await test.app.inject({ method: 'POST', url: '/api/v1/user/refresh/', payload: { refresh } })
    ).json<SessionTokens>();
    expect(await post('logout', { refresh_hash: hash('никакой') })).toBe(204);
    expect(await post('logout', { refresh_hash: hash(refresh) })).toBe(204);
    expect(await refreshStatus(next.refresh)).toBe(401);
  });

  it('is all that the hash can do: it opens nothing and is changed for nothing', async () => {
    const { access, refresh } = await signIn('хеш');
    expect(await profileStatus(hash(refresh))).toBe(401);
    expect(await refreshStatus(hash(refresh))).toBe(401);
    expect(await post('refresh', { refresh_hash: hash(refresh) })).toBe(401);
    expect(await post('logout', { refresh: hash(refresh) })).toBe(204);
    expect(await profileStatus(access)).toBe(200);
  });

  it.each([
    ['neither', {}],
    ['both', { refresh: 'x', refresh_hash: hash('x') }],
    ['no hash', { refresh_hash: 'x' }],
  ])('with %s is a bad request', async (_, body) => {
    expect(await post('logout', body)).toBe(400);
  });
});

describe('sessions', () => {
  it('are listed with their device, the own one marked; each can be ended', async () => {
    const here = await signIn('сеансы');
    const there = await signIn('сеансы');
    const list = (await call('GET', '/users/sessions/', here.access)).json<
      { id: number; is_current: boolean; device: string }[]
    >();
    expect(list.filter((session) => session.is_current)).toHaveLength(1);
    expect(list.find((session) => session.is_current)).toMatchObject({ device: 'Firefox, Windows' });
    const newest = list.find((session) => !session.is_current)?.id ?? 0;
    expect((await call('DELETE', `/users/sessions/${newest}/`, here.access)).statusCode).toBe(204);
    expect(await profileStatus(there.access)).toBe(401);
    expect(await profileStatus(here.access)).toBe(200);
    expect((await call('DELETE', `/users/sessions/${newest}/`, here.access)).statusCode).toBe(404);
  });

  it('of somebody else are 404 and go on', async () => {
    const mine = await signIn('хозяин');
    const foreign = await signIn('чужой');
    const [session] = (await call('GET', '/users/sessions/', mine.access)).json<{ id: number }[]>();
    const response = await call('DELETE', `/users/sessions/${session?.id}/`, foreign.access);
    expect(response.statusCode).toBe(404);
    expect(await profileStatus(mine.access)).toBe(200);
  });

  it('on somebody else’s computer last hours instead of weeks', async () => {
    await signIn('гость', TEST_PASSWORD, true);
    const { rows } = await test.database.executeSql(
      `SELECT extract(epoch FROM s.expires_at - s.created_at)::int / 3600 AS session_hours,
              extract(epoch FROM t.expires_at - t.created_at)::int / 3600 AS token_hours
       FROM sessions s JOIN refresh_tokens t ON t.session_id = s.id ORDER BY s.id DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ session_hours: 12, token_hours: 2 }]);
  });
});

describe('changing the password', () => {
  const NEW_PASSWORD = 'совсем новый пароль';
  const change = (access: string, current: string, next: string) =>
    call('POST', '/user/password/', access, { current_password: current, new_password: next });

  it('needs the present one, and a new one that is neither short, long nor known to everybody', async () => {
    const { access } = await signIn('ромашка');
    const refusals = [
      ['не тот', NEW_PASSWORD, 'current_password'],
      [TEST_PASSWORD, 'коротко', 'new_password'],
      [TEST_PASSWORD, 'д'.repeat(129), 'new_password'],
      [TEST_PASSWORD, 'QWERTY123', 'new_password'],
      [TEST_PASSWORD, 'йцукенгш', 'new_password'],
      [TEST_PASSWORD, 'аааааааааа', 'new_password'],
      [TEST_PASSWORD, TEST_PASSWORD, 'new_password'],
      [TEST_PASSWORD, 'ромашкаРОМАШКА', 'new_password'],
      [TEST_PASSWORD, 'Basketball', 'new_password'],
      [TEST_PASSWORD, 'gfhjkm123', 'new_password'],
    ] as const;
    for (const [current, next, field] of refusals) {
      const response = await change(access, current, next);
      expect([next, response.statusCode]).toEqual([next, 400]);
      expect(response.json()).toMatchObject({ errors: [{ field }] });
    }
    expect(await profileStatus(access)).toBe(200);
  });

  it('ends every other session, says how many, and only the new password works', async () => {
    const other = await signIn('смена');
    const here = await signIn('смена');
    const before = (await call('GET', '/users/sessions/', here.access)).json<unknown[]>().length;
    const response = await change(here.access, TEST_PASSWORD, NEW_PASSWORD);
    expect(response.json()).toEqual({ ended_sessions: before - 1 });
    expect(await profileStatus(here.access)).toBe(200);
    expect(await profileStatus(other.access)).toBe(401);
    expect(await refreshStatus(other.refresh)).toBe(401);
    expect(await refreshStatus(here.refresh)).toBe(200);
    expect((await signIn('смена', NEW_PASSWORD)).access).toBeDefined();
  });

  it('cannot be used to guess the present password', async () => {
    const { access } = await signIn('угадывание');
    const statuses = [];
    for (let index = 0; index < 7; index += 1) {
      statuses.push((await change(access, `догадка ${index}`, NEW_PASSWORD)).statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

it('passwords that anybody would try first are known by the thousand', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const long = dictionary.passwords.map(String).filter((password) => password.length >= 8);
  expect(long.length).toBeGreaterThan(3000);
  for (const password of long.slice(0, 3000)) expect(await weaknessOf(password, 'anna')).toBeDefined();
  expect(await weaknessOf('совсем новый пароль', 'anna')).toBeUndefined();
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 YaBrowser/25.1 Safari/537.36',
    'Яндекс Браузер, Windows',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari, iOS'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36 EdgA/140.0', 'Edge, Android'],
  ['', 'Неизвестное устройство'],
])('recognises a device: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
