import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allTokenCategories } from '#contract/users.ts';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { calls, documentOf, requestOf } from '#tests/support/marketplace/client-calls.ts';
import {
  addTestToken,
  createTestShop,
  failureOf,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import {
  areDocumentsHere,
  documentedPath,
  documentedServers,
} from '#tests/support/simulator/openapi-documents.ts';
import { createMarketplace, type Marketplace } from './marketplace.ts';
import { marketplaceHosts, type BaseUrls } from './request.ts';
import { isInSandbox, isPingedInSandbox, sandboxHosts, type SandboxBaseUrls } from './sandbox.ts';

let database: Database;
let market: TestMarket;
let listener: Server;
let url: string;
/** Which side each call came to, and with which token. */
const heard: { side: string; token: string }[] = [];
let owner: { accountId: number; userId: number };
let real: TestShop;
let trial: TestShop;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket();
  listener = createServer((request, response) => {
    const [, side = ''] = (request.url ?? '').split('/');
    heard.push({ side, token: String(request.headers.authorization) });
    response.setHeader('content-type', 'application/json').end('{"data":[],"error":false,"cards":[]}');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((listener.address() as AddressInfo).port)}`; // it listens on a TCP port
  const { id: accountId } = await database.db
    .insertInto('accounts')
    .values({ name: 'ИП Соколова А. В.', resellup_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  owner = { accountId, userId: 0 };
  real = await createTestShop(database, market, owner);
  trial = await createTestShop(database, market, owner, { sandbox: true, sid: real.sid });
});
beforeEach(() => void heard.splice(0));
afterAll(async () => {
  listener.close();
  await market.close();
  await database.close();
});

function open({
  sandbox = true,
  limits = 'off',
}: { sandbox?: boolean; limits?: 'kept' | 'off' } = {}): Marketplace {
  const under = (side: string, hosts: readonly string[]) =>
    Object.fromEntries(hosts.map((host) => [host, `${url}/${side}/${host}`]));
  return createMarketplace({
    baseUrls: under('real', marketplaceHosts) as BaseUrls, // built from every host
    sandboxBaseUrls: sandbox ? (under('sandbox', sandboxHosts) as SandboxBaseUrls) : undefined, // as above
    openSecret: ({ secret }) => secret.toString('utf8'),
    limits,
  });
}

const clientOf = (shop: TestShop, options?: { sandbox: boolean }) =>
  open(options).forShop(database.db, owner.accountId, shop.shopId, { patienceMs: 0 });
const isTrialToken = (token: string) =>
  Buffer.from(token.split('.')[1] ?? '', 'base64url')
    .toString()
    .includes('"t":true');

describe('a shop of the sandbox', () => {
  it('speaks to the sandbox alone, with its own token, whatever it asks for', async () => {
    const client = await clientOf(trial);
    for (const call of Object.values(calls)) await call(client).catch(() => undefined);
    expect(heard.length).toBeGreaterThan(30);
    for (const { side, token } of heard) expect([side, isTrialToken(token)]).toEqual(['sandbox', true]);
  });

  it('is told what the sandbox does not have, and nobody else is asked instead', async () => {
    const client = await clientOf(trial);
    for (const call of [
      client.sellerInfo(),
      client.listBrands(812),
      client.ping('MARKETPLACE'),
      client.ping('FINANCE'),
      client.listReports({ dateFrom: '2026-11-01', dateTo: '2026-11-15' }),
      client.promotionDetails([1]),
    ]) {
      expect(await failureOf(call)).toMatchObject({
        kind: 'rejected',
        code: 'not_in_sandbox',
        detail: ['В песочнице Wildberries этого раздела нет'],
      });
    }
    expect(heard).toEqual([]);
  });

  it('goes nowhere once the server knows no sandbox', async () => {
    const error = await failureOf((await clientOf(trial, { sandbox: false })).listCards());
    expect(error).toMatchObject({ kind: 'rejected', code: 'sandbox_off' });
    expect(error.detail[0]).toContain('WB_SANDBOX=1');
    expect(heard).toEqual([]);
  });
});

it('a real shop speaks to the real hosts alone', async () => {
  const client = await clientOf(real);
  for (const call of Object.values(calls)) await call(client).catch(() => undefined);
  expect(heard.length).toBeGreaterThan(40);
  for (const { side, token } of heard) expect([side, isTrialToken(token)]).toEqual(['real', false]);
});

describe('a token that stands at a shop of the other kind', () => {
  it('of the sandbox never reaches a real host', async () => {
    const shop = await createTestShop(database, market, owner, null);
    await addTestToken(database, market, shop, { sandbox: true });
    expect(await failureOf((await clientOf(shop)).listCards())).toMatchObject({ code: 'other_side' });
    expect(heard).toEqual([]);
  });

  it('of a real shop never reaches the sandbox', async () => {
    const shop = await createTestShop(database, market, owner, {
      sandbox: true,
      categories: ['STATISTICS'],
    });
    await addTestToken(database, market, shop);
    expect(await failureOf((await clientOf(shop)).listCards())).toMatchObject({ code: 'other_side' });
    expect(heard).toEqual([]);
  });
});

it('a token that is not stored yet is asked about on the side that it names', async () => {
  for (const { sandbox, side } of [
    { sandbox: true, side: 'sandbox' },
    { sandbox: false, side: 'real' },
  ]) {
    heard.splice(0);
    const { secret } = await addTestToken(database, market, real, { sandbox });
    const client = await open().forToken(database.db, owner.accountId, secret, { patienceMs: 0 });
    await client.ping('CONTENT').catch(() => undefined);
    expect(heard).toMatchObject([{ side, token: secret }]);
  }
});

it('trials have limits of their own: they do not hold up the seller’s real shop', async () => {
  const kept = open({ limits: 'kept' });
  const impatient = { patienceMs: 0 };
  const trying = await kept.forShop(database.db, owner.accountId, trial.shopId, impatient);
  for (let left = 3; left > 0; left -= 1) await trying.ping('CONTENT');
  expect(await failureOf(trying.ping('CONTENT'))).toMatchObject({ kind: 'limit' });
  const selling = await kept.forShop(database.db, owner.accountId, real.shopId, impatient);
  await expect(selling.ping('CONTENT')).resolves.toBeUndefined();
});

describe.runIf(areDocumentsHere)('against the official documents', () => {
  it.each(Object.keys(calls).filter((name) => name !== 'ping'))(
    '%s has a sandbox or has none',
    async (name) => {
      const request = await requestOf(name);
      const file = documentOf(request);
      const servers = documentedServers(file, documentedPath(file, request.method, request.path));
      expect(servers.some((server) => server.includes('-sandbox.'))).toBe(isInSandbox(request));
    },
  );

  it('pings are those of the table', () => {
    expect(allTokenCategories.filter(isPingedInSandbox)).toEqual([
      'CONTENT',
      'PRICE_AND_DISCOUNT',
      'STATISTICS',
    ]);
  });
});
