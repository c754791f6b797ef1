import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamHintsEndpoint } from '#contract/live-hints.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';

const FORGED_HOST = 'forged.example';
/** Of refreshes, which guests make: six a minute. */
const SCALE = 0.01;
const SIGN_INS_OF_ONE_NETWORK = 50;

/** Another address each time, in every header that a proxy could have written. */
function forged(index: number, xForwardedFor: string): Record<string, string> {
  const made = `10.1.${index >> 8}.${index & 255}`;
  return {
    'x-forwarded-for': xForwardedFor.replace('made up', made),
    'x-real-ip': made,
    forwarded: `for=${made};host=${FORGED_HOST};proto=https`,
    'x-client-ip': made,
    'cf-connecting-ip': made,
  };
}

describe.each([
  ['without a proxy nothing that a client says of its address', false, 'made up', undefined],
  [
    'behind one proxy only the address that the proxy has written',
    1,
    'made up, 198.51.100.50',
    'made up, 198.51.100.51',
  ],
] as const)('%s counts', (_what, trustProxy, ofOneGuest, ofAnother) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await buildTestApp({ env: { trustProxy, rateLimitScale: SCALE } });
  });
  afterAll(() => test.close());

  const post = async (url: string, payload: object, index: number, from: string = ofOneGuest) =>
    (await test.app.inject({ method: 'POST', url, payload, headers: forged(index, from) })).statusCode;

  it('where passwords are guessed', async () => {
    const guess = (index: number, from?: string) =>
      post('/api/v1/user/auth/', { login: `логин-${index}`, password: 'мимо' }, index, from);
    const statuses = [];
    for (let index = 0; index < SIGN_INS_OF_ONE_NETWORK; index += 1) statuses.push(await guess(index));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await guess(999)).toBe(429);
    if (ofAnother !== undefined) expect(await guess(999, ofAnother)).toBe(401);
  });

  it('where calls are counted', async () => {
    const refresh = (index: number, from?: string) =>
      post('/api/v1/user/refresh/', { refresh: 'no such token' }, index, from);
    const statuses = [];
    for (let index = 0; index < 6; index += 1) statuses.push(await refresh(index));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await refresh(999)).toBe(503);
    if (ofAnother !== undefined) expect(await refresh(999, ofAnother)).toBe(401);
  });
});

describe.each([
  ['without a proxy', false],
  ['behind a proxy', 1],
] as const)('a host that a client makes up, %s,', (_where, trustProxy) => {
  let test: TestApp;
  let owner: SignedIn;
  let port: number;
  beforeAll(async () => {
    test = await buildTestApp({ env: { trustProxy } });
    await addTestSubjects(test.database.db);
    owner = await test.signIn();
    for (const code of ['КР-1', 'КР-2', 'КР-3']) {
      const payload = cardBody(code, { photos: [] });
      await test.app.inject({ method: 'POST', url: '/api/v1/cards/', headers: owner.headers, payload });
    }
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    port = (test.app.server.address() as AddressInfo).port; // it listens on TCP
  });
  afterAll(() => test.close());

  /** As it goes over the wire: the address may be whole, as one that is meant for a proxy. */
  async function get(address: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    const headers = {
      ...owner.headers,
      host: FORGED_HOST,
      'x-forwarded-host': FORGED_HOST,
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '4433',
      'x-original-url': `https://${FORGED_HOST}/`,
      ...forged(1, '10.1.0.1'),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${address} HTTP/1.1\r\n${lines.join('')}\r\n`);
    let response = '';
    for await (const chunk of socket) response += String(chunk);
    return response;
  }

  it('stands in no answer of any call', async () => {
    const asked = test.app.serving.endpoints.filter(
      // The stream of hints has no end.
      ({ method, path }) => method === 'GET' && path !== streamHintsEndpoint.path,
    );
    expect(asked.length).toBeGreaterThan(40);
    const answered = [];
    for (const { path } of asked) {
      const response = await get(`/api/v1${path.replace(/\{\w+\}/g, '1')}`);
      expect(response, path).toMatch(/^HTTP\/1\.1 [2-5]\d\d /);
      expect(response, path).not.toContain(FORGED_HOST);
      if (response.startsWith('HTTP/1.1 200')) answered.push(path);
    }
    expect(answered).toEqual(expect.arrayContaining(['/cards/', '/cards/{id}/', '/users/me/', '/shops/']));
  });

  it('is in no link to the next page, even where the address asked for is of that host', async () => {
    for (const before of ['', `http://${FORGED_HOST}`, `https://${FORGED_HOST}:4433`]) {
      const response = await get(`${before}/api/v1/cards/?limit=1&offset=1`);
      expect(response).toContain('"next":"/api/v1/cards/?limit=1&offset=2"');
      expect(response).toContain('"previous":"/api/v1/cards/?limit=1&offset=0"');
      expect(response).not.toContain(FORGED_HOST);
    }
  });

  it('leads nobody there, nor to whom an address begins with two slashes', async () => {
    for (const address of [
      `//${FORGED_HOST}/api/v1/cards/`,
      `http://${FORGED_HOST}/media`,
      '/api/v1/cards',
    ]) {
      const response = await get(address);
      expect(response).toMatch(/^HTTP\/1\.1 404 /);
      expect(response).not.toMatch(/^location:/im);
    }
  });
});
