import { describe, expect, it, vi } from 'vitest';
import { loginEndpoint, logoutEndpoint, refreshTokensEndpoint } from '#contract/auth.ts';
import { changePasswordEndpoint } from '#contract/device-sessions.ts';
import { checkCardEndpoint, sendCardsEndpoint, sendCardStocksEndpoint } from '#contract/card-sending.ts';
import { generateDescriptionEndpoint, generateTitlesEndpoint } from '#contract/card-texts.ts';
import { getCardCountersEndpoint, listCardsEndpoint } from '#contract/card-list.ts';
import { parseCardEndpoint, parseResellerCardEndpoint } from '#contract/card-creation.ts';
import { getCardEndpoint, updateCardEndpoint } from '#contract/cards.ts';
import { endpoint, type EndpointDefinition } from '#contract/endpoint.ts';
import * as shipments from '#contract/shipments.ts';
import { listShopCardsEndpoint } from '#contract/shop-cards.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { changeSettingsEndpoint } from '#contract/settings.ts';
import * as warehouses from '#contract/warehouses.ts';
import { createStorage } from '#tests/fixtures/browser.ts';
import { blackHole, createFakeFetch, html, json, type Responder } from '#tests/fixtures/fake-server.ts';
import { makeTokens } from '#tests/fixtures/tokens.ts';
import { ApiError } from './http/api-error.ts';
import { createApiClient, type ApiClientDeps, type CallOutcome } from './client.ts';
import { createSessionStore } from './session/session-store.ts';
import { createTokenStorage } from './session/token-storage.ts';

function startClient(respond: Responder, deps: Partial<ApiClientDeps> & { isGuest?: boolean } = {}) {
  const session = createSessionStore(createTokenStorage(() => storage));
  const storage = createStorage();
  const tokens = makeTokens();
  if (!deps.isGuest) session.startSession(tokens);
  const server = createFakeFetch(respond);
  const outcomes: CallOutcome[] = [];
  const client = createApiClient({
    session,
    fetch: server.fetch,
    onOutcome: (outcome) => outcomes.push(outcome),
    ...deps,
  });
  return { client, session, tokens, sent: server.sent, outcomes };
}

/** The typed options do not matter where only the request is looked at. */
type AnyCall = (endpoint: EndpointDefinition, options?: object) => Promise<unknown>;

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('the calls of the specification', () => {
  const table: [string, string, string, EndpointDefinition][] = [
    ['login', 'POST', '/user/auth/', loginEndpoint],
    ['logout', 'POST', '/user/logout/', logoutEndpoint],
    ['token refresh', 'POST', '/user/refresh/', refreshTokensEndpoint],
    ['update password', 'POST', '/user/password/', changePasswordEndpoint],
    ['profile', 'GET', '/users/me/', getProfileEndpoint],
    ['settings', 'PATCH', '/users/settings/', changeSettingsEndpoint],
    ['card list', 'GET', '/cards/', listCardsEndpoint],
    ['card', 'GET', '/cards/17/', getCardEndpoint],
    ['card counters', 'GET', '/cards/counters/', getCardCountersEndpoint],
    ['card check', 'POST', '/cards/check-card/', checkCardEndpoint],
    ['parsing by nmId', 'GET', '/cards/17/parse/', parseCardEndpoint],
    ['parsing for resellers', 'POST', '/cards/parse-rp/', parseResellerCardEndpoint],
    ['shop cards', 'GET', '/cards/17/shop-cards/', listShopCardsEndpoint],
    ['sending cards', 'POST', '/cards/send/', sendCardsEndpoint],
    ['titles', 'POST', '/cards/generate-titles/', generateTitlesEndpoint],
    ['description', 'POST', '/cards/generate-description/', generateDescriptionEndpoint],
    ['sending stocks of a card', 'POST', '/cards/17/send-stocks/', sendCardStocksEndpoint],
    ['warehouse groups', 'GET', '/warehouse-groups/', warehouses.listWarehouseGroupsEndpoint],
    ['warehouse group', 'GET', '/warehouse-groups/17/', warehouses.getWarehouseGroupEndpoint],
    ['warehouses', 'GET', '/warehouses/', warehouses.listWarehousesEndpoint],
    ['shipments', 'GET', '/shipments/', shipments.listShipmentsEndpoint],
    ['shipment', 'GET', '/shipments/17/', shipments.getShipmentEndpoint],
    ['shipment errors', 'GET', '/shipments/17/errors/', shipments.listShipmentErrorsEndpoint],
    ['shipment retry', 'POST', '/shipments/17/retry/', shipments.retryShipmentEndpoint],
    ['shipment repeat', 'POST', '/shipments/17/repeat/', shipments.repeatShipmentEndpoint],
    ['shipment stocks', 'GET', '/shipments/17/stocks/', shipments.listShipmentStocksEndpoint],
    [
      'sending stocks of a shipment',
      'POST',
      '/shipments/17/send-stocks/',
      shipments.sendShipmentStocksEndpoint,
    ],
  ];

  it.each(table)('%s is %s %s', async (_, method, path, definition) => {
    const { client, sent } = startClient(() => json({}));
    await (client.call as AnyCall)(definition, { params: { id: 17, nmId: 17 } });
    expect(sent).toMatchObject([{ method, path: `/api/v1${path}` }]);
  });

  it('sends JSON with snake_case keys and gives back camelCase, keys in capitals unchanged', async () => {
    const { client, sent } = startClient(() => json({ settings_version: 3, CONTENT: { is_active: true } }));
    const response = await (client.call as AnyCall)(changeSettingsEndpoint, {
      body: { defaultDiscount: 30, defaultWarehouseGroupId: null, CONTENT: 1 },
    });
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
    expect(sent[0]?.body).toEqual({ default_discount: 30, default_warehouse_group_id: null, CONTENT: 1 });
    expect(response).toEqual({ settingsVersion: 3, CONTENT: { isActive: true } });
  });

  it('repeats array parameters and does not skip nulls', async () => {
    const { client, sent } = startClient(() => json({}));
    await (client.call as AnyCall)(listCardsEndpoint, {
      query: { shopId: [1, 2], brand: null, search: undefined },
    });
    expect(sent[0]?.path).toBe('/api/v1/cards/?shop_id=1&shop_id=2&brand=');
  });

  it('carries the access token in a header when present, and no such header otherwise', async () => {
    const { client, sent, tokens, session } = startClient(() => json({}));
    await client.call(getProfileEndpoint);
    await session.endSession('logout');
    await client.call(loginEndpoint, { body: { login: 'anna', password: 'x' } });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      `Bearer ${tokens.access}`,
      null,
    ]);
  });

  it('says the version and the key of a write', async () => {
    const { client, sent } = startClient(() => json({}));
    await (client.call as AnyCall)(updateCardEndpoint, {
      params: { id: 17 },
      version: 17,
      idempotencyKey: 'k-1',
    });
    expect(sent[0]?.headers.get('if-match')).toBe('"v17"');
    expect(sent[0]?.headers.get('idempotency-key')).toBe('k-1');
  });

  it('sends a form as it is', async () => {
    const { client, sent } = startClient(() => json({}));
    const form = new FormData();
    await (client.call as AnyCall)(changeSettingsEndpoint, { body: form });
    expect(sent[0]?.body).toBe(form);
    expect(sent[0]?.headers.get('content-type')).toBeNull();
  });

  it('asks the service worker to keep nothing on a foreign device', async () => {
    const { client, sent, session } = startClient(() => json({}));
    await client.call(getProfileEndpoint);
    session.startSession(makeTokens(), { isForeignDevice: true });
    await client.call(getProfileEndpoint);
    expect(sent.map(({ headers }) => headers.get('x-no-store-device'))).toEqual([null, '1']);
  });
});

describe('answers', () => {
  it('may be empty when the call promises nothing', async () => {
    const { client } = startClient(() => new Response(null, { status: 204 }));
    await expect(client.call(logoutEndpoint, { body: { refresh: 'x' } })).resolves.toBeUndefined();
  });

  it.each([
    ['empty', new Response('', { headers: { 'content-type': 'application/json' } })],
    ['not JSON', new Response('{"a":', { headers: { 'content-type': 'application/json' } })],
    ['of another type', new Response('{}', { headers: { 'content-type': 'text/plain' } })],
    ['hostile', new Response('{"__proto__":{}}', { headers: { 'content-type': 'application/json' } })],
  ])('that are %s become «Неизвестная ошибка»', async (_, response) => {
    const { client } = startClient(() => response);
    const error = await failureOf(client.call(getProfileEndpoint));
    expect(error).toMatchObject({ status: 500, detail: ['Неизвестная ошибка'], code: 'bad_answer' });
    expect(error.isNetworkError).toBe(false);
  });

  it('cut anywhere never pass for data', async () => {
    const whole = JSON.stringify({ user_id: 1, tags: ['a', { b: null }], name: 'Щ' });
    for (let length = 0; length < whole.length; length += 1) {
      const { client } = startClient(
        () => new Response(whole.slice(0, length), { headers: { 'content-type': 'application/json' } }),
      );
      expect((await failureOf(client.call(getProfileEndpoint))).code).toBe('bad_answer');
    }
  });

  it('tell their version and when they were fetched', async () => {
    const { client } = startClient(() => json({}, { headers: { etag: '"v17"' } }), { now: () => 5000 });
    const { meta } = await client.callWithMeta(getProfileEndpoint);
    expect(meta).toEqual({ fetchedAt: 5000, isFromCache: false, version: 17 });
  });

  it('from the worker’s cache keep their own time', async () => {
    const headers = { 'x-sw-cache': 'hit', 'x-fetched-at': '1000' };
    const { client, outcomes } = startClient(() => json({}, { headers }), { now: () => 5000 });
    const { meta } = await client.callWithMeta(getProfileEndpoint);
    expect(meta).toMatchObject({ fetchedAt: 1000, isFromCache: true });
    expect(outcomes).toMatchObject([{ kind: 'stored' }]);
  });
});

describe('failures', () => {
  it('of the server carry status and messages', async () => {
    const { client, outcomes } = startClient(() =>
      json({ detail: ['Нет такой карточки'], code: 'not_found' }, { status: 404 }),
    );
    expect(await failureOf(client.call(getProfileEndpoint))).toMatchObject({
      status: 404,
      detail: ['Нет такой карточки'],
      code: 'not_found',
      isClientError: true,
    });
    expect(outcomes).toMatchObject([{ kind: 'answered', method: 'GET' }]);
  });

  it('of a gateway become «Неизвестная ошибка» with its status', async () => {
    const { client } = startClient(() => html(502));
    expect(await failureOf(client.call(getProfileEndpoint))).toMatchObject({
      status: 502,
      hasServerMessage: false,
    });
  });

  it.each([499, 526])('of a connection on the way (%i) keep their status and the session', async (status) => {
    const { client, session } = startClient(() => html(status));
    expect(await failureOf(client.call(getProfileEndpoint))).toMatchObject({
      status,
      hasServerMessage: false,
    });
    expect(session.getSession().isLoggedIn).toBe(true);
  });

  it('of the network have the status 500', async () => {
    const { client, outcomes } = startClient(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(client.call(getProfileEndpoint))).toMatchObject({
      status: 500,
      isNetworkError: true,
    });
    expect(outcomes).toMatchObject([{ kind: 'failed' }]);
  });

  it('of a captive portal are failures of the network, and keep the session', async () => {
    const { client, outcomes, session } = startClient(() => html());
    const error = await failureOf(client.call(getProfileEndpoint));
    expect(error).toMatchObject({ isNetworkError: true, code: 'portal' });
    expect(outcomes).toMatchObject([{ kind: 'portal' }]);
    expect(session.getSession().isLoggedIn).toBe(true);
  });

  it('come after the time limit when nothing else does', async () => {
    vi.useFakeTimers();
    try {
      const { client } = startClient(blackHole);
      const failure = failureOf(client.call(getProfileEndpoint));
      await vi.advanceTimersByTimeAsync(15_000);
      expect(await failure).toMatchObject({ isNetworkError: true, code: 'timeout' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('are foretold when a read stays silent for three seconds; a write may take its time', async () => {
    vi.useFakeTimers();
    try {
      const { client, outcomes } = startClient(blackHole);
      const failures = [
        failureOf(client.call(getProfileEndpoint)),
        failureOf(client.call(logoutEndpoint, { body: { refresh: 'x' } })),
      ];
      await vi.advanceTimersByTimeAsync(3_000);
      expect(outcomes).toMatchObject([{ kind: 'silent', method: 'GET' }]);
      await vi.advanceTimersByTimeAsync(12_000);
      await Promise.all(failures);
      expect(outcomes.map(({ kind }) => kind)).toEqual(['silent', 'timeout', 'timeout']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a gateway without a server are told apart from answers of the server', async () => {
    const { client, outcomes } = startClient(() => html(502));
    await failureOf(client.call(getProfileEndpoint));
    expect(outcomes).toMatchObject([{ kind: 'away' }]);
  });

  it('of a server that cannot keep up are told apart from a gateway’s', async () => {
    const body = { detail: ['Сервер временно недоступен'], code: 'unavailable' };
    const { client, outcomes } = startClient(() => json(body, { status: 503 }));
    await failureOf(client.call(getProfileEndpoint));
    expect(outcomes).toMatchObject([{ kind: 'busy' }]);
  });

  it('come after the time limit when a body never ends', async () => {
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
    });
    const { client } = startClient(
      () => new Response(endless, { headers: { 'content-type': 'application/json' } }),
      {
        timeoutMs: 20,
      },
    );
    expect((await failureOf(client.call(getProfileEndpoint))).code).toBe('timeout');
  });

  it('are none of the client’s when the caller gives up: the reason comes back', async () => {
    const { client, outcomes } = startClient(blackHole);
    const abort = new AbortController();
    const call = client.call(getProfileEndpoint, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toBe(abort.signal.reason);
    expect(outcomes).toEqual([]);
  });
});

describe('an answer that comes after the end of its session', () => {
  it('is dropped', async () => {
    let respond: (response: Response) => void = () => undefined;
    const { client, session } = startClient(
      () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    );
    const call = failureOf(client.call(getProfileEndpoint));
    await vi.waitFor(() => expect(respond).not.toBeUndefined());
    await session.endSession('logout');
    session.startSession(makeTokens());
    respond(json({ name: 'Анна' }));
    expect(await call).toMatchObject({ code: 'session_ended' });
  });

  it('is not even waited for', async () => {
    const { client, session, sent } = startClient(blackHole);
    const call = failureOf(client.call(getProfileEndpoint));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await session.endSession('logout');
    expect((await call).code).toBe('session_ended');
    expect(sent[0]?.signal?.aborted).toBe(true);
  });
});

describe('downloads', () => {
  const file = endpoint({ method: 'GET', path: '/cards/export/', summary: 'Пример', access: 'user' });

  it('are read within the call', async () => {
    const { client } = startClient(() => new Response('a;b', { headers: { 'content-type': 'text/csv' } }));
    await expect(client.download(file, (response) => response.text())).resolves.toBe('a;b');
  });

  it('stop in the middle of the body', async () => {
    const abort = new AbortController();
    const { client } = startClient(
      () => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) })),
    );
    const reading = client.download(
      file,
      (response) => {
        queueMicrotask(() => abort.abort(new Error('enough')));
        return response.text();
      },
      { signal: abort.signal },
    );
    await expect(reading).rejects.toThrow('enough');
  });

  it('that are cut are a network error', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('half')),
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    const { client } = startClient(() => new Response(body));
    expect(await failureOf(client.download(file, (response) => response.text()))).toMatchObject({
      isNetworkError: true,
    });
  });

  it('fail like any other call', async () => {
    const { client } = startClient(() => json({ detail: 'Слишком много строк' }, { status: 413 }));
    expect(await failureOf(client.download(file, (response) => response.text()))).toMatchObject({
      status: 413,
      detail: ['Слишком много строк'],
    });
  });
});
