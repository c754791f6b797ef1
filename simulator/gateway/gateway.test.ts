import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  cardBody,
  LATER_MS,
  loadedCup,
  openShop,
  START_MS,
  type Shop,
} from '#tests/support/simulator/test-simulator.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop({ limits: 'real' });
});
afterEach(() => shop.close());

const get = (path: string, token = shop.token) => call(shop.url, 'GET', path, token);
const upload = (vendorCode: string, token = shop.token) =>
  call(shop.url, 'POST', '/content/content/v2/cards/upload', token, cardBody(vendorCode));
const orderFaults = (rules: unknown[]) => call(shop.url, 'PUT', '/_simulator/faults', '', { seed: 7, rules });

describe('tokens', () => {
  it('are refused when they are missing, broken, expired, withdrawn, of another category or seller', async () => {
    const tokens = [
      '',
      'nonsense',
      'a.b.c',
      `Bearer ${shop.token}`.replace(/\..*/, ''),
      await shop.issue({ expiresAt: START_MS / 1000 - 1 }),
      await shop.issue({ revoked: true }),
      await shop.issue({ categories: ['prices'] }),
      await shop.issue({ sid: '00000000-0000-4000-8000-000000000000' }),
    ];
    for (const token of tokens) {
      const response = await get('/content/content/v2/object/parent/all', token);
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(response.body).toMatchObject({ title: 'unauthorized', status: 401, statusText: 'Unauthorized' });
    }
  });

  it('are refused when this installation has not signed them', async () => {
    const other = await call(shop.url, 'POST', '/_simulator/sellers', '', {
      name: 'ООО',
      tin: '2',
      tradeMark: 'Д',
    });
    const [header = '', payload = '', signature = ''] = shop.token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = encode({ ...claims, sid: other.body.sid });
    const guessed = createHmac('sha256', 'simulator').update(`${header}.${forged}`).digest('base64url');
    const elsewhere = await openShop();
    for (const token of [
      `${header}.${forged}.${signature}`,
      `${header}.${forged}.${guessed}`,
      `${header}.${forged}.`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${forged}.`,
      `${header}.${payload}.${signature.slice(0, -2)}`,
      await elsewhere.issue({ sid: shop.sid }),
    ]) {
      const response = await call(shop.url, 'POST', '/content/content/v2/get/cards/list', token, {});
      expect(response).toMatchObject({
        status: 401,
        body: { detail: expect.stringContaining('signature is invalid') as string },
      });
    }
    await elsewhere.close();
    expect((await get('/content/ping')).status).toBe(200);
  });

  it('stop working when they are withdrawn', async () => {
    const { token, id } = (
      await call(shop.url, 'POST', '/_simulator/tokens', '', { sid: shop.sid, categories: ['content'] })
    ).body;
    expect((await get('/content/ping', token)).body).toMatchObject({ Status: 'OK' });
    await call(shop.url, 'POST', '/_simulator/revoke', '', { id });
    expect((await get('/content/ping', token)).status).toBe(401);
  });

  it('read but do not write when they are read-only', async () => {
    const token = await shop.issue({ readOnly: true });
    expect((await get('/content/content/v2/object/all', token)).status).toBe(200);
    expect((await upload('CUP-1', token)).status).toBe(403);
  });

  it('of the base kind do not see the list of reports', async () => {
    const token = await shop.issue({ acc: 1 });
    const path = '/finance/api/finance/v1/sales-reports/list';
    const response = await call(shop.url, 'POST', path, token, {
      dateFrom: '2026-11-01',
      dateTo: '2026-11-20',
    });
    expect(response).toMatchObject({ status: 403, body: { detail: 'base token is not allowed' } });
  });

  it('open the data of their own seller only', async () => {
    await shop.load([loadedCup('CUP-1')]);
    const other = await call(shop.url, 'POST', '/_simulator/sellers', '', {
      name: 'ООО',
      tin: '2',
      tradeMark: 'Д',
    });
    const token = await shop.issue({ sid: other.body.sid });
    const list = await call(shop.url, 'POST', '/content/content/v2/get/cards/list', token, {});
    expect(list.body.cards).toEqual([]);
  });
});

describe('limits', () => {
  it('count down to 429 with the three headers and let a call through after the wait', async () => {
    const responses = [];
    for (let number = 0; number < 6; number += 1)
      responses.push(await get('/prices/api/v2/list/goods/filter?limit=1'));
    expect(responses.slice(0, 5).map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual([
      '4',
      '3',
      '2',
      '1',
      '0',
    ]);
    const refused = responses[5];
    expect(refused?.status).toBe(429);
    expect(refused?.headers.get('x-ratelimit-remaining')).toBeNull();
    expect(refused?.headers.get('x-ratelimit-limit')).toBe('5');
    expect(refused?.headers.get('x-ratelimit-reset')).toBe('3');
    shop.advance(Number(refused?.headers.get('x-ratelimit-retry')) * 1000);
    expect((await get('/prices/api/v2/list/goods/filter?limit=1')).status).toBe(200);
  });

  it('are stricter for a base token', async () => {
    const token = await shop.issue({ acc: 1 });
    expect((await get('/prices/api/v2/list/goods/filter?limit=1', token)).status).toBe(200);
    const refused = await get('/prices/api/v2/list/goods/filter?limit=1', token);
    expect(refused.headers.get('x-ratelimit-retry')).toBe('900');
  });

  it.each([
    ['personal', 3],
    ['service', 4],
  ])('are the full ones for a %s token', async (_type, acc) => {
    const token = await shop.issue({ acc });
    for (let number = 0; number < 5; number += 1) {
      expect((await get('/prices/api/v2/list/goods/filter?limit=1', token)).status).toBe(200);
    }
    const refused = await get('/prices/api/v2/list/goods/filter?limit=1', token);
    expect([refused.status, refused.headers.get('x-ratelimit-retry')]).toEqual([429, '1']);
  });

  it('charge a wrong call of the marketplace ten times', async () => {
    const wrong = () => get('/marketplace/api/v3/stocks/1');
    const stocks = () => call(shop.url, 'POST', '/marketplace/api/v3/stocks/1', shop.token, { chrtIds: [] });
    expect((await stocks()).status).toBe(404);
    expect((await stocks()).headers.get('x-ratelimit-remaining')).toBe('9');
    expect((await stocks()).status).toBe(429);
    expect((await wrong()).status).toBe(404);
  });

  it('are one bucket for each seller', async () => {
    const other = await call(shop.url, 'POST', '/_simulator/sellers', '', {
      name: 'ООО',
      tin: '2',
      tradeMark: 'Д',
    });
    const token = await shop.issue({ sid: other.body.sid });
    for (let number = 0; number < 5; number += 1) await get('/prices/api/v2/list/goods/filter?limit=1');
    expect((await get('/prices/api/v2/list/goods/filter?limit=1')).status).toBe(429);
    expect((await get('/prices/api/v2/list/goods/filter?limit=1', token)).status).toBe(200);
  });
});

describe('faults', () => {
  const path = '/content/content/v2/object/all';
  const operation = 'content/object/all';

  it.each([
    ['500', 500],
    ['502', 502],
    ['429', 429],
    ['html', 200],
  ])('answer %s instead of the work, as often as ordered', async (kind, status) => {
    await orderFaults([{ operation, kind, times: 1 }]);
    const struck = await get(path);
    expect(struck.status).toBe(status);
    expect(struck.body?.data).toBeUndefined();
    expect((await get(path)).body.data.length).toBeGreaterThan(0);
  });

  it('lose the answer of work that was done', async () => {
    await orderFaults([
      { operation: 'content/cards/upload', kind: 'timeout-after-accept', times: 1, delayMs: 10 },
    ]);
    await expect(upload('CUP-1')).rejects.toThrow();
    shop.advance(LATER_MS);
    const list = await call(shop.url, 'POST', '/content/content/v2/get/cards/list', shop.token, {});
    expect(list.body.cards).toMatchObject([{ vendorCode: 'CUP-1' }]);
  });

  it('spoil the answer: empty, cut, with other ids, with other names of fields, with half of the rows', async () => {
    const good = (await get(path)).body.data;
    await orderFaults([{ operation, kind: 'empty', times: 1 }]);
    expect((await get(path)).text).toBe('');
    await orderFaults([{ operation, kind: 'partial', times: 1 }]);
    expect((await get(path)).body.data).toEqual(good.slice(0, good.length / 2));
    await orderFaults([{ operation: 'common/seller-info', kind: 'wrong-ids', times: 1 }]);
    expect((await get('/common/api/v1/seller-info')).body.sid).toBe(`${shop.sid}-7`);
    await orderFaults([{ operation: 'common/seller-info', kind: 'renamed', times: 1 }]);
    expect((await get('/common/api/v1/seller-info')).body).toMatchObject({ sidRenamed: shop.sid });
    await orderFaults([{ operation: 'common/*', kind: 'truncated', times: 1 }]);
    await expect(get('/common/api/v1/seller-info')).rejects.toThrow();
  });

  it('strike the same calls for the same seed', async () => {
    const run = async () => {
      await orderFaults([{ operation: 'marketplace/*', kind: '500', probability: 0.5 }]);
      const statuses = [];
      for (let number = 0; number < 20; number += 1) {
        shop.advance(1000);
        statuses.push((await get('/marketplace/api/v3/offices')).status);
      }
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await run()).toEqual(first);
  });
});

describe('bodies that cannot be read', () => {
  it('are refused in the words of each host', async () => {
    const post = async (url: string) => {
      const headers = { authorization: shop.token, 'content-type': 'application/json' };
      const response = await fetch(shop.url + url, { method: 'POST', headers, body: '{"a":' });
      return { status: response.status, body: await response.json() };
    };
    expect(await post('/content/content/v2/cards/upload')).toMatchObject({
      status: 400,
      body: { error: true },
    });
    expect(await post('/prices/api/v2/upload/task')).toMatchObject({
      body: { errorText: 'Invalid data format' },
    });
    expect(await post('/marketplace/api/v3/warehouses')).toMatchObject({
      body: { code: 'IncorrectRequestBody' },
    });
  });

  it('are refused with 413 when they are too long', async () => {
    const response = await upload('A'.repeat(11 * 1024 * 1024));
    expect(response).toMatchObject({ status: 413, body: { title: 'request body too long' } });
  });
});
