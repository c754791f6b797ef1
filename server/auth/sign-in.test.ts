import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionTokens } from '#contract/auth.ts';
import { buildTestApp, TEST_PASSWORD, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { beginAttempt } from './login-limiter.ts';
import { deriveKey } from '#server/secrets/secret-box.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ env: { trustProxy: 1 } });
  await test.signIn('Продавец');
});
afterAll(() => test.close());
beforeEach(() => test.database.db.deleteFrom('login_attempts').execute());

const signIn = (login: string, password: string, from = '192.0.2.1') =>
  test.app.inject({
    method: 'POST',
    url: '/api/v1/user/auth/',
    headers: { 'x-forwarded-for': from },
    payload: { login, password },
  });

/** What the token says, unverified, as a page would read it. */
const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('signing in', () => {
  it('gives two tokens and the user; the access token carries the user in Russian', async () => {
    const response = await signIn('Продавец', TEST_PASSWORD);
    const { access, user } = response.json<SessionTokens>();
    expect(user).toMatchObject({ login: 'Продавец', name: 'Продавец Продавец' });
    expect(payloadOf(access)).toMatchObject({ ...user, iss: 'prilavok', aud: 'prilavok-api' });
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('does not mind capitals and spaces around the login, and does mind them in the password', async () => {
    expect((await signIn('  ПРОДАВЕЦ ', TEST_PASSWORD)).statusCode).toBe(200);
    expect((await signIn('продавец', TEST_PASSWORD.toUpperCase())).statusCode).toBe(401);
    expect((await signIn('продавец', `${TEST_PASSWORD} `)).statusCode).toBe(401);
  });

  it('says the same of a wrong password and of an unknown login', async () => {
    const wrong = await signIn('Продавец', 'не тот пароль');
    const unknown = await signIn('никто', 'не тот пароль');
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({ detail: ['Неверный логин и/или пароль'], code: 'wrong_credentials' });
    expect(unknown.json()).toEqual(wrong.json());
  });

  it.each([
    ['1000 characters', 'п'.repeat(1000), 401],
    ['more than 1000', 'п'.repeat(1001), 400],
    ['NUL', 'пароль\u0000', 401],
    ['emoji', '👩‍👩‍👧‍👦', 401],
  ])('takes a password of %s as it is', async (_, password, status) => {
    expect((await signIn('Продавец', password)).statusCode).toBe(status);
  });

  it('leaves a line in the journal, without the password', async () => {
    await signIn('Продавец', 'подсмотренный пароль');
    const { rows } = await test.database.executeSql(
      "SELECT action, result, facts::text AS facts FROM audit_events WHERE action = 'login' ORDER BY id DESC LIMIT 1",
    );
    expect(rows).toMatchObject([{ action: 'login', result: 'failed' }]);
    expect(JSON.stringify(rows)).not.toContain('подсмотренный');
  });
});

describe('guessing passwords', () => {
  /** As if the tries so far had been made earlier: their growing delays are over, the window is not. */
  const passSeconds = (seconds: number) =>
    test.database.db
      .updateTable('login_attempts')
      .set({ at: sql<Date>`at - make_interval(secs => ${seconds})` })
      .execute();

  it('is slowed from the fifth failure on and stopped at the tenth', async () => {
    const statuses = [];
    for (let index = 0; index < 12; index += 1) {
      statuses.push((await signIn('Продавец', 'мимо')).statusCode);
      await passSeconds(40);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });

  it('has to wait twice as long after each failure, and is told how long', async () => {
    for (let index = 0; index < 8; index += 1) {
      await signIn('Продавец', 'мимо');
      await passSeconds(10);
    }
    await signIn('Продавец', 'мимо');
    const refused = await signIn('Продавец', TEST_PASSWORD);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(8);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
    await passSeconds(16);
    expect((await signIn('Продавец', TEST_PASSWORD)).statusCode).toBe(200);
  });

  it('does not get through by a hundred tries at once', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await signIn('другой', 'мимо')).statusCode),
    );
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
  });

  it('from many networks does not lock the owner out of a network that is known', async () => {
    await signIn('Продавец', TEST_PASSWORD, '198.51.100.7');
    await test.database.db.deleteFrom('login_attempts').execute();
    const statuses = [];
    for (let index = 0; index < 12; index += 1) {
      statuses.push((await signIn('Продавец', 'мимо', `203.0.113.${index}`)).statusCode);
    }
    expect(statuses.slice(10)).toEqual([429, 429]);
    expect((await signIn('Продавец', TEST_PASSWORD, '203.0.113.99')).statusCode).toBe(429);
    expect((await signIn('Продавец', TEST_PASSWORD, '198.51.100.7')).statusCode).toBe(200);
  });

  /** As if so many tries of others had failed. */
  const guessElsewhere = (key: string, count: number) =>
    test.database.executeSql(
      `INSERT INTO login_attempts (key) SELECT '${key}' FROM generate_series(1, ${count})`,
    );

  it('everywhere slows down whoever is new, refuses nobody, and is not felt where the user is known', async () => {
    await signIn('Продавец', TEST_PASSWORD, '198.51.100.7');
    await test.database.db.deleteFrom('login_attempts').execute();
    await guessElsewhere('everywhere', 1500);
    const begun = performance.now();
    expect((await signIn('Продавец', TEST_PASSWORD, '203.0.113.1')).statusCode).toBe(200);
    expect((await signIn('нет такого', 'мимо', '203.0.113.2')).statusCode).toBe(401);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(1990);
    const place = { login: 'продавец', network: 'its own', isKnownNetwork: true };
    expect(await beginAttempt(test.database.db, place)).toMatchObject({ isAllowed: true, delayMs: 0 });
    expect((await signIn('Продавец', TEST_PASSWORD, '198.51.100.7')).statusCode).toBe(200);
  });

  it('by somebody in the office does not lock out a colleague who has signed in there before', async () => {
    await signIn('Продавец', TEST_PASSWORD, '198.51.100.9');
    await test.database.db.deleteFrom('login_attempts').execute();
    for (let index = 0; index < 50; index += 1) await signIn(`гость-${index}`, 'мимо', '198.51.100.9');
    expect((await signIn('новый', 'мимо', '198.51.100.9')).statusCode).toBe(429);
    expect((await signIn('Продавец', TEST_PASSWORD, '198.51.100.9')).statusCode).toBe(200);
  });

  it('by somebody who owns a /48 is stopped, however many of its networks are used', async () => {
    const statuses = [];
    for (let index = 0; index < 201; index += 1) {
      const response = await signIn(`логин-${index}`, 'мимо', `2001:db8:7:${index.toString(16)}::1`);
      statuses.push(response.statusCode);
    }
    expect(new Set(statuses.slice(0, 200))).toEqual(new Set([401]));
    expect(statuses.at(-1)).toBe(429);
    expect((await signIn('сосед', 'мимо', '2001:db8:8::1')).statusCode).toBe(401);
  });

  it('of the current password at its change does not count for other users', async () => {
    const others = await Promise.all(
      ['первый', 'второй', 'третий', 'пятый'].map((login) => test.signIn(login)),
    );
    const change = (person: SignedIn) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v1/user/password/',
        headers: person.headers,
        payload: { current_password: 'мимо', new_password: 'гроза над синим морем' },
      });
    await guessElsewhere('network signed-in', 60);
    for (const person of others) expect((await change(person)).statusCode).toBe(400);
  });

  it('of many logins from one network is stopped, whatever addresses the client makes up', async () => {
    const from = (index: number) => `10.0.0.${index}, 198.51.100.50`;
    const statuses = [];
    for (let index = 0; index < 50; index += 1) {
      statuses.push((await signIn(`логин-${index}`, 'мимо', from(index))).statusCode);
    }
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await signIn('ещё один', 'мимо', from(99))).statusCode).toBe(429);
  });
});

describe('a bearer token', () => {
  const profile = (authorization: string) =>
    test.app.inject({ url: '/api/v1/users/me/', headers: { authorization } });
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sign = (header: object, payload: object, key: Buffer | string, algorithm = 'sha256') => {
    const text = `${base64(header)}.${base64(payload)}`;
    return `${text}.${createHmac(algorithm, key).update(text).digest('base64url')}`;
  };

  it('is refused when anything about it is wrong', async () => {
    const { access, refresh, user } = (await signIn('Продавец', TEST_PASSWORD)).json<SessionTokens>();
    const good = payloadOf(access);
    const key = deriveKey(test.deps.env.secretKey, 'access-tokens');
    const header = { alg: 'HS256', typ: 'at+jwt' };
    const now = Math.floor(Date.now() / 1000);
    // The control: what is refused below is refused for what it changes.
    expect((await profile(`Bearer ${sign(header, good, key)}`)).statusCode).toBe(200);
    const bad = {
      none: '',
      'another scheme': `Basic ${access}`,
      'refresh token': `Bearer ${refresh}`,
      'alg none': `Bearer ${base64({ ...header, alg: 'none' })}.${base64(good)}.`,
      'another algorithm': `Bearer ${sign({ ...header, alg: 'HS512' }, good, key, 'sha512')}`,
      'another key': `Bearer ${sign(header, good, Buffer.alloc(32))}`,
      'the server key itself': `Bearer ${sign(header, good, test.deps.env.secretKey)}`,
      'another type': `Bearer ${sign({ alg: 'HS256', typ: 'JWT' }, good, key)}`,
      'key path': `Bearer ${sign({ ...header, kid: '/dev/null' }, good, '')}`,
      'another audience': `Bearer ${sign(header, { ...good, aud: 'other' }, key)}`,
      'another issuer': `Bearer ${sign(header, { ...good, iss: 'other' }, key)}`,
      'no audience': `Bearer ${sign(header, { ...good, aud: undefined }, key)}`,
      'no issuer': `Bearer ${sign(header, { ...good, iss: undefined }, key)}`,
      expired: `Bearer ${sign(header, { ...good, exp: now - 120 }, key)}`,
      'no end': `Bearer ${sign(header, { ...good, exp: undefined }, key)}`,
      'another user': `Bearer ${sign(header, { ...good, id: user.id + 1 }, key)}`,
      'unknown session': `Bearer ${sign(header, { ...good, sid: 999_999 }, key)}`,
      'session that is no number': `Bearer ${sign(header, { ...good, sid: 'x' }, key)}`,
      'changed payload': `Bearer ${access.replace(/\.[^.]+\./, `.${base64({ ...good, id: 1 })}x.`)}`,
    };
    for (const [name, authorization] of Object.entries(bad)) {
      const response = await profile(authorization);
      expect([name, response.statusCode]).toEqual([name, 401]);
      expect(response.json()).toMatchObject({ code: 'unauthenticated' });
    }
  });

  it('lasts ten minutes, and a minute more for clocks that differ', async () => {
    const { access } = (await signIn('Продавец', TEST_PASSWORD)).json<SessionTokens>();
    const { iat, exp } = payloadOf(access);
    expect(Number(exp) - Number(iat)).toBe(600);
  });
});

it('asks every guest of every call that is not for guests to sign in', async () => {
  const open = test.app.serving.endpoints.filter((endpoint) => endpoint.access === 'user');
  expect(open.length).toBeGreaterThan(30);
  for (const endpoint of open) {
    const response = await test.app.inject({
      method: endpoint.method,
      url: `/api/v1${endpoint.path.replace(/\{\w+\}/g, '1')}`,
    });
    expect([endpoint.path, response.statusCode]).toEqual([endpoint.path, 401]);
  }
});
