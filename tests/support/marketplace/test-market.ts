import { randomUUID } from 'node:crypto';
import type { TokenCategory } from '#contract/users.ts';
import { allTokenCategories } from '#contract/users.ts';
import type { Database } from '#server/db/database.ts';
import { startSimulator, type SimulatorOptions } from '#simulator/start-simulator.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { createMarketplace, simulatorBaseUrls, type Marketplace } from '#server/marketplace/marketplace.ts';
import { simulatorSandboxUrls } from '#server/marketplace/sandbox.ts';
import { decodeToken } from '#server/marketplace/token.ts';

/** Test support: the stand-in over HTTP, an account in the database, shops with tokens. */
export interface TestMarket {
  url: string;
  marketplace: Marketplace;
  /** Another one, which has not seen any failure yet. */
  openMarketplace(): Marketplace;
  control(method: 'POST' | 'PUT' | 'GET', path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Rules of faults: see the stand-in's control interface. */
  breakWith(rules: object[]): Promise<void>;
  close(): Promise<void>;
}

export interface TestShop {
  accountId: number;
  userId: number;
  shopId: number;
  sid: string;
}

interface TestToken {
  categories?: TokenCategory[];
  acc?: number;
  readOnly?: boolean;
  /** Of the stand-in's sandbox. */
  sandbox?: boolean;
}

const SIMULATOR_CATEGORIES: Record<TokenCategory, string> = {
  CONTENT: 'content',
  PRICE_AND_DISCOUNT: 'prices',
  MARKETPLACE: 'marketplace',
  ANALYTICS: 'analytics',
  STATISTICS: 'statistics',
  FINANCE: 'finance',
};

export async function openTestMarket(options: Partial<SimulatorOptions> = {}): Promise<TestMarket> {
  const simulator = await startSimulator({
    host: '127.0.0.1',
    port: 0,
    limits: 'off',
    speed: 20,
    ...options,
  });
  const limits = options.limits === 'real' ? 'kept' : 'off';
  return { ...connectToMarket(simulator.url, limits), close: () => simulator.close() };
}

/** The error that a call of the marketplace ends with. */
export async function failureOf(call: Promise<unknown>): Promise<MarketplaceError> {
  const error: unknown = await call.then(
    () => new Error('The call succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof MarketplaceError)) throw error;
  return error;
}

/** What is waited for in tests is the same, only shorter. */
const CIRCUIT_OPEN_MS = 2000;

/** A stand-in that runs already, maybe in another process. */
export function connectToMarket(url: string, limits: 'kept' | 'off'): Omit<TestMarket, 'close'> {
  const control: TestMarket['control'] = async (method, path, body) => {
    const response = await fetch(`${url}/_simulator${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>; // the control interface answers objects
  };
  const openMarketplace = () =>
    createMarketplace({
      baseUrls: simulatorBaseUrls('http://127.0.0.1:1'),
      demoBaseUrls: () => simulatorBaseUrls(url),
      sandboxBaseUrls: simulatorSandboxUrls(simulatorBaseUrls('http://127.0.0.1:1')),
      openSecret: ({ secret }) => secret.toString('utf8'),
      limits,
      circuitOpenMs: CIRCUIT_OPEN_MS,
    });
  return {
    url,
    marketplace: openMarketplace(),
    openMarketplace,
    control,
    async breakWith(rules) {
      await control('PUT', '/faults', { rules });
    },
  };
}

export async function createTestAccount(database: Database): Promise<{ accountId: number; userId: number }> {
  const account = await database.db
    .insertInto('accounts')
    .values({ name: 'ИП Соколова А. В.', resellup_id: null, is_demo: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const user = await database.db
    .insertInto('users')
    .values({ account_id: account.id, login: randomUUID(), name: 'Анна', password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { accountId: account.id, userId: user.id };
}

export async function createTestShop(
  database: Database,
  market: Pick<TestMarket, 'control'>,
  owner: { accountId: number; userId: number },
  token: (TestToken & { sid?: string }) | null = {},
): Promise<TestShop> {
  const made =
    token?.sid === undefined
      ? await market.control('POST', '/sellers', {
          name: 'ИП Соколова',
          tin: '770000000001',
          tradeMark: 'Северика',
        })
      : { sid: token.sid };
  const sid = String(made['sid']);
  const shop = await database.db
    .insertInto('shops')
    .values({ account_id: owner.accountId, name: 'Северика', sid, is_sandbox: token?.sandbox ?? false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const result = { ...owner, shopId: shop.id, sid };
  if (token) await addTestToken(database, market, result, token);
  return result;
}

/** The secret lies open in the row: these tests give the marketplace an opener that only reads it. */
export async function addTestToken(
  database: Database,
  market: Pick<TestMarket, 'control'>,
  shop: TestShop,
  input: TestToken = {},
): Promise<{ tokenId: number; secret: string }> {
  const categories = input.categories ?? [...allTokenCategories];
  const issued = await market.control('POST', '/tokens', {
    sid: shop.sid,
    categories: categories.map((category) => SIMULATOR_CATEGORIES[category]),
    acc: input.acc ?? 3,
    readOnly: input.readOnly ?? false,
    sandbox: input.sandbox ?? false,
  });
  const secret = String(issued['token']);
  const facts = decodeToken(secret);
  if (!facts) throw new Error('The stand-in issued a token that cannot be read');
  const row = await database.db
    .insertInto('shop_tokens')
    .values({
      account_id: shop.accountId,
      shop_id: shop.shopId,
      wb_token_id: facts.id,
      secret: Buffer.from(secret),
      key_id: 'test',
      last4: secret.slice(-4),
      type: facts.type,
      is_read_only: facts.isReadOnly,
      expires_at: facts.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto('shop_token_categories')
    .values(
      categories.map((category) => ({
        token_id: row.id,
        account_id: shop.accountId,
        shop_id: shop.shopId,
        category,
        problem: null,
      })),
    )
    .execute();
  return { tokenId: row.id, secret };
}
