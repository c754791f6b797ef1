import Fastify from 'fastify';
import type { Database } from '#server/db/database.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { openShopToken } from '#server/secrets/secret-box.ts';
import { keepCharacteristics, keepSubjects } from '#server/directory/directory.ts';
import { jobDefinitions } from '#server/job-definitions.ts';
import type { Jobs } from '#server/jobs/job.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createMarketplace, simulatorBaseUrls } from '#server/marketplace/marketplace.ts';
import { decodeToken } from '#server/marketplace/token.ts';
import { insertShop, insertToken } from '#server/shops/repository.ts';
import { CUPS, insertCards, type CardInput } from '#tests/support/shipments/test-shipments.ts';
import { startSimulator } from '#simulator/start-simulator.ts';
import { testEnv } from '#tests/setup/test-app.ts';

/** An ordinary seller, not of the demonstration: two shops, cards that moderation lets through. */
export interface Seller {
  accountId: number;
  userId: number;
  shopIds: number[];
  cardIds: number[];
}

export const SECRET_KEY = Buffer.alloc(32, 7);
export const LOGIN = { login: 'seller', password: 'соль и перец 42' };
export const SIDS = ['11111111-0000-4000-8000-000000000001', '11111111-0000-4000-8000-000000000002'] as const;
/** Of every simulator here: a token that one of them issued is good for the next, when it knows the seller. */
export const SIGNING_KEY = 'ab'.repeat(32);
const TOKEN_CATEGORIES = ['content', 'analytics', 'prices', 'marketplace', 'statistics', 'finance'];

export async function makeSeller(database: Database, cards: readonly CardInput[]): Promise<Seller> {
  const { db } = database;
  const account = await db
    .insertInto('accounts')
    .values({ name: 'ИП Соколова А. В.', resellup_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const user = await db
    .insertInto('users')
    .values({
      account_id: account.id,
      login: LOGIN.login,
      name: 'Анна',
      password_hash: await hashPassword(LOGIN.password),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const simulator = await startSimulator({
    host: '127.0.0.1',
    port: 0,
    limits: 'off',
    speed: 100,
    signingKey: SIGNING_KEY,
  });
  try {
    const shopIds: number[] = [];
    for (const sid of SIDS) {
      shopIds.push(await addShop(database, account.id, sid, await issueToken(simulator.url, sid)));
    }
    await keepDirectory(database, simulator.url, account.id, shopIds[0] ?? 0);
    const cardIds = await insertCards(database, account.id, cards);
    return { accountId: account.id, userId: user.id, shopIds, cardIds };
  } finally {
    await simulator.close();
  }
}

/** Makes the sellers of the template known to another simulator. */
export async function introduceSellers(simulatorUrl: string): Promise<void> {
  for (const sid of SIDS) {
    await control(simulatorUrl, 'POST', '/sellers', {
      sid,
      name: 'ИП Соколова',
      tin: '770000000001',
      tradeMark: 'Северика',
    });
  }
}

export async function control(
  simulatorUrl: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${simulatorUrl}/_simulator${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>; // the control interface answers objects
}

/** The queue of the product with nobody who works: what is put into it waits for a server. */
export async function withQueue(database: Database, work: (jobs: Jobs) => Promise<void>): Promise<void> {
  const log = Fastify({ logger: { level: 'silent' } }).log;
  const marketplace = marketplaceOf('http://127.0.0.1:1');
  const env = testEnv({ secretKey: SECRET_KEY });
  const deps = () => ({ database, env, jobs, marketplace, log });
  const jobs = createJobs({ database, log, definitions: jobDefinitions, deps, hasWorkers: false });
  await jobs.start();
  await work(jobs);
  await jobs.stop();
}

function marketplaceOf(simulatorUrl: string) {
  return createMarketplace({
    baseUrls: simulatorBaseUrls(simulatorUrl),
    openSecret: ({ secret, shopId }) => openShopToken(SECRET_KEY, secret, shopId),
    limits: 'off',
  });
}

async function issueToken(simulatorUrl: string, sid: string): Promise<string> {
  const { token } = await control(simulatorUrl, 'POST', '/tokens', { sid, categories: TOKEN_CATEGORIES });
  return String(token);
}

async function addShop(database: Database, accountId: number, sid: string, secret: string): Promise<number> {
  const token = decodeToken(secret);
  if (!token) throw new Error('The stand-in issued a token that cannot be read');
  return await database.transaction(async (trx) => {
    const shopId = await insertShop(trx, accountId, {
      name: `Магазин ${sid.slice(-1)}`,
      sid,
      tradeMark: '',
      tin: '',
    });
    await insertToken(trx, { accountId, shopId, secretKey: SECRET_KEY }, secret, {
      token,
      problems: new Map(),
    });
    return shopId;
  });
}

/** What the marketplace wants to know of cups is read once, not by every server anew. */
async function keepDirectory(database: Database, simulatorUrl: string, accountId: number, shopId: number) {
  await introduceSellers(simulatorUrl);
  const client = await marketplaceOf(simulatorUrl).forShop(database.db, accountId, shopId);
  await keepSubjects(database.db, [{ id: CUPS, name: 'Кружки', parentName: 'Посуда' }]);
  await keepCharacteristics(database.db, CUPS, await client.listCharacteristics(CUPS));
}
