import { describe, expect, it } from 'vitest';
import { isKeepable, isMediaRequest, isNamedBy, keptCall } from './policy.ts';

const ORIGIN = 'https://shop.test';

function token(payload: object): string {
  const text = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(payload))));
  return `Bearer e30.${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}.sig`;
}

const anna = { id: 1, login: 'anna', name: 'Анна Щёголева ☂' };

function call(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const headers = new Headers({ authorization: token(anna), ...options.headers });
  return keptCall({ method: options.method ?? 'GET', url: new URL(path, ORIGIN).href, headers }, ORIGIN);
}

describe('what is kept', () => {
  it.each([
    '/api/v1/cards/',
    '/api/v1/cards/?limit=50&shop=1&shop=2',
    '/api/v1/cards/17/',
    '/api/v1/cards/17/shop-cards/',
    '/api/v1/cards/counters/',
    '/api/v1/shipments/',
    '/api/v1/shipments/3/',
    '/api/v1/shipments/3/errors/',
    '/api/v1/shipments/3/stocks/',
    '/api/v1/users/me/',
  ])('%s', (path) => {
    expect(call(path)?.cacheName).toBe('api-u1');
  });

  it.each([
    '/api/v1/user/auth/',
    '/api/v1/user/refresh/',
    '/api/v1/users/sessions/',
    '/api/v1/analytics/profit/',
    '/api/v1/analytics/cards/17/',
    '/api/v1/promotions/',
    '/api/v1/shops/',
    '/api/v1/shops/1/tokens/',
    '/api/v1/cards/export/',
    '/api/v1/cards/17/parse/',
    '/api/v1/cards/facets/',
    '/api/v1/ping/?n=1',
    '/api/v2/cards/',
    '/cards/',
    '/',
  ])('not %s', (path) => {
    expect(call(path)).toBeUndefined();
  });

  it.each(['POST', 'PATCH', 'DELETE', 'HEAD'])('not what is sent by %s', (method) => {
    expect(call('/api/v1/cards/', { method })).toBeUndefined();
  });

  it('not of another origin', () => {
    expect(call('https://evil.test/api/v1/cards/')).toBeUndefined();
  });

  it('not on a foreign device', () => {
    expect(call('/api/v1/cards/', { headers: { 'x-no-store-device': '1' } })).toBeUndefined();
  });

  it.each([
    '',
    'Bearer',
    'Bearer x.y.z',
    'Basic YTpi',
    'Bearer e30.bnVsbA.x',
    token({ login: 'anna' }),
    token({ id: '1' }),
    token({ id: -1 }),
    token({ id: 1.5 }),
  ])('not without a user: «%s»', (authorization) => {
    expect(call('/api/v1/cards/', { headers: { authorization } })).toBeUndefined();
  });
});

describe('under which name', () => {
  it('of the user, in the cache and in the key; the token is in neither', () => {
    const kept = call('/api/v1/cards/?shop=1&shop=2');
    expect(kept).toEqual({
      cacheName: 'api-u1',
      cacheKey: `${ORIGIN}/api/v1/cards/?shop=1&shop=2&__u=u1`,
    });
    const other = call('/api/v1/cards/?shop=1&shop=2', { headers: { authorization: token({ id: 2 }) } });
    expect(other?.cacheName).not.toBe(kept?.cacheName);
    expect(other?.cacheKey).not.toBe(kept?.cacheKey);
  });

  it('that a refreshed token does not change', () => {
    const fresh = call('/api/v1/users/me/', { headers: { authorization: token({ ...anna, exp: 9 }) } });
    expect(fresh).toEqual(call('/api/v1/users/me/'));
  });
});

describe('which addresses a tag names', () => {
  const addresses = [
    '/api/v1/cards/?limit=50&__u=u1',
    '/api/v1/cards/counters/?__u=u1',
    '/api/v1/cards/17/?__u=u1',
    '/api/v1/cards/17/shop-cards/?__u=u1',
    '/api/v1/cards/18/?__u=u1',
    '/api/v1/shipments/?__u=u1',
    '/api/v1/shipments/3/?__u=u1',
    '/api/v1/shipments/4/errors/?__u=u1',
    '/api/v1/users/me/?__u=u1',
  ].map((path) => ORIGIN + path);
  const named = (tag: string, entityId?: number) =>
    addresses
      .filter((address) => isNamedBy(address, tag, entityId))
      .map((address) => addresses.indexOf(address));

  it.each([
    ['Cards', undefined, [0]],
    ['CardCounters', undefined, [1]],
    ['Card', undefined, [2, 3, 4]],
    ['Card', 17, [2, 3]],
    ['Shipments', undefined, [5, 6, 7]],
    ['Shipments', 3, [5, 6]],
    ['UserMe', undefined, [8]],
    ['Profit', undefined, []],
    ['constructor', undefined, []],
  ])('%s %s', (tag, entityId, indexes) => {
    expect(named(tag, entityId)).toEqual(indexes);
  });
});

describe('which answers may be kept', () => {
  const respond = (type: string, status = 200, redirected = false) => ({
    status,
    redirected,
    headers: new Headers({ 'content-type': type }),
  });

  it('JSON of our server that succeeded', () => {
    expect(isKeepable(respond('application/json; charset=utf-8'), 'json')).toBe(true);
  });

  it.each([
    respond('text/html'),
    respond('text/html; application/json'),
    respond('application/json', 204),
    respond('application/json', 401),
    respond('application/json', 500),
    respond('application/json', 206),
    respond('application/json', 0),
    respond('application/json', 200, true),
    respond(''),
  ])('and not %j', (response) => {
    expect(isKeepable(response, 'json')).toBe(false);
  });

  it('pictures that are pictures', () => {
    expect(isKeepable(respond('image/webp'), 'image')).toBe(true);
    expect(isKeepable(respond('text/html'), 'image')).toBe(false);
  });
});

it.each([
  ['/media/1.webp', true],
  ['/media', false],
  ['/media/videos/1.mp4?pass=7.20780.a', false],
  ['/api/v1/media/', false],
  ['https://evil.test/media/1.webp', false],
])('%s is a picture of a card: %s', (path, isMedia) => {
  const request = { method: 'GET', url: new URL(path, ORIGIN).href, headers: new Headers() };
  expect(isMediaRequest(request, ORIGIN)).toBe(isMedia);
});

it('a picture that is kept elsewhere is none of the worker’s', () => {
  const url = new URL('/media/1.webp', ORIGIN).href;
  const request = { method: 'GET', url, headers: new Headers({ 'x-no-store-device': '1' }) };
  expect(isMediaRequest(request, ORIGIN)).toBe(false);
});
