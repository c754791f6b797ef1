import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from '#server/app.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import type { Database } from '#server/db/database.ts';
import { readEnv, type Env } from '#server/config/env.ts';
import type { Jobs } from '#server/jobs/job.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import { openTestDatabase } from './test-database.ts';

export interface EnqueuedJob {
  name: string;
  data: object;
  singletonKey?: string | undefined;
  isAwaited?: boolean | undefined;
}

export interface SignedIn {
  /** For app.inject(): the bearer token. */
  headers: { authorization: string };
  access: string;
  refresh: string;
  accountId: number;
  userId: number;
}

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  deps: Deps;
  /** What routes put into the queue; nothing runs it unless `overrides.jobs` does. */
  enqueued: EnqueuedJob[];
  /** A user with an account of its own for each login: two logins make two tenants. */
  signIn(login?: string): Promise<SignedIn>;
  close(): Promise<void>;
}

export interface TestAppOverrides extends AppOptions {
  env?: Partial<Env>;
  database?: Database;
  jobs?: Jobs;
  marketplace?: Marketplace;
  log?: FastifyBaseLogger;
  /** Adds routes of the test's own. */
  beforeReady?: (app: FastifyInstance) => void;
}

export const TEST_PASSWORD = 'соль и перец 42';

/** The whole API over a database of its own, for app.inject(); answers are checked against the contract. */
export async function buildTestApp(overrides: TestAppOverrides = {}): Promise<TestApp> {
  const database = overrides.database ?? (await openTestDatabase());
  const enqueued: EnqueuedJob[] = [];
  const deps: Deps = {
    database,
    env: testEnv(overrides.env),
    jobs: overrides.jobs ?? recordingJobs(enqueued),
    marketplace: overrides.marketplace ?? noMarketplace,
    log: overrides.log ?? Fastify({ logger: { level: 'silent' } }).log,
  };
  const app = await buildApp(deps, { checksResponses: true, ...overrides });
  overrides.beforeReady?.(app);
  await app.ready();
  return {
    app,
    database,
    deps,
    enqueued,
    signIn: (login = 'seller') => signIn(app, database, login),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

export function testEnv(overrides: Partial<Env> = {}): Env {
  return {
    ...readEnv({ LOG_LEVEL: 'silent' }),
    secretKey: randomBytes(32),
    rateLimitScale: 1000,
    ...overrides,
  };
}

async function signIn(app: FastifyInstance, database: Database, login: string): Promise<SignedIn> {
  const existing = await database.db
    .selectFrom('users')
    .select(['id', 'account_id'])
    .where('login', '=', login)
    .executeTakeFirst();
  const { id: userId, account_id: accountId } = existing ?? (await createUser(database, login));
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/user/auth/',
    payload: { login, password: TEST_PASSWORD },
  });
  if (response.statusCode !== 200) throw new Error(`Sign-in failed: ${response.body}`);
  const { access, refresh } = response.json<{ access: string; refresh: string }>();
  return { headers: { authorization: `Bearer ${access}` }, access, refresh, accountId, userId };
}

let testPasswordHash: Promise<string> | undefined;

async function createUser(database: Database, login: string) {
  testPasswordHash ??= hashPassword(TEST_PASSWORD);
  const password_hash = await testPasswordHash;
  const account = await database.db
    .insertInto('accounts')
    .values({ name: `Кабинет ${login}`, resellup_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return database.db
    .insertInto('users')
    .values({ account_id: account.id, login, name: `Продавец ${login}`, password_hash })
    .returning(['id', 'account_id'])
    .executeTakeFirstOrThrow();
}

function recordingJobs(enqueued: EnqueuedJob[]): Jobs {
  return {
    enqueue: async (name, data, options) => {
      enqueued.push({ name, data, singletonKey: options?.singletonKey, isAwaited: options?.isAwaited });
    },
    start: async () => undefined,
    stop: async () => undefined,
  };
}

const noMarketplace: Marketplace = {
  forShop: () => Promise.reject(new Error('This test has no marketplace: pass one in overrides')),
  forToken: () => Promise.reject(new Error('This test has no marketplace: pass one in overrides')),
};
