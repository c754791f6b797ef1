import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '#server/demo/random.ts';
import { CUPS } from '#tests/support/shipments/test-shipments.ts';
import { clientOf, signIn, type ApiClient } from './api-client.ts';
import { makeDatabaseTemplate, type DatabaseCopy, type DatabaseTemplate } from './database-template.ts';
import { LOGIN, makeSeller, SECRET_KEY } from './seller.ts';
import {
  buildServerProgram,
  startServerProcess,
  type ServerProcess,
  type ServerProgram,
} from './server-process.ts';

const CARDS = 3_000;
const BEFORE_KOPECKS = 100_000;
const UP_5 = { kind: 'PRICES', price: { kind: 'PERCENT', basis_points: 500 } };
/** Within this time of a request something of it is done, and not all. */
const LONGEST_DELAY_MS = 600;
/** Only ends what hangs, however slow the machine is. */
const WAIT_TIMEOUT_MS = 300_000;

let program: ServerProgram;
let template: DatabaseTemplate;
let copy: DatabaseCopy;

beforeAll(async () => {
  program = await buildServerProgram();
  template = await makeDatabaseTemplate(async (database) => {
    const { accountId } = await makeSeller(database, [{ vendorCode: 'K-1' }]);
    await sql`DELETE FROM cards WHERE account_id = ${accountId}`.execute(database.db);
    await sql`
      INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, discount, search_text)
      SELECT ${accountId}, 'K-' || n, 'Кружка ' || n, ${CUPS}, ${BEFORE_KOPECKS}, 20, ' кружка ' || n
      FROM generate_series(1, ${CARDS}) AS n`.execute(database.db);
  });
  copy = await template.copy();
});
afterAll(async () => {
  await copy.remove();
  await template.remove();
  program.remove();
});

/** A test that fails half-way leaves no server behind. */
let server: ServerProcess | undefined;
afterEach(async () => {
  server?.kill();
  await server?.ended;
});

let access = '';
async function start(): Promise<ApiClient> {
  server = startServerProcess(program, {
    ...copy.variables,
    SECRET_KEY: SECRET_KEY.toString('hex'),
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'silent',
    WB_BASE_URL_CONTENT: 'http://127.0.0.1:1',
    WB_BASE_URL_PRICES: 'http://127.0.0.1:1',
  });
  const url = await server.ready;
  access ||= (await signIn(url, LOGIN)).access;
  return clientOf(url, access);
}

async function killDuring(request: Promise<unknown>, afterMs: number): Promise<void> {
  const unheard = request.catch(() => undefined);
  await delay(afterMs);
  server?.kill();
  await server?.ended;
  await unheard;
}

/** Until the edit is where it was going to, by itself: nobody asks for anything but how far it is. */
async function waitFor(client: ApiClient, path: string, state: string): Promise<void> {
  const look = async () => {
    const { body } = await client.call('GET', path);
    return body.state;
  };
  await expect.poll(look, { timeout: WAIT_TIMEOUT_MS, interval: 500 }).toBe(state);
}

async function historyOf(client: ApiClient): Promise<Record<string, number>> {
  const { body } = await client.call('GET', '/cards/?limit=200');
  const seen: Record<string, number> = {};
  for (const { price_kopecks: price } of body.results) seen[price] = (seen[price] ?? 0) + 1;
  return seen;
}

it('G-01б: a bulk edit that the server’s death met while it was applied and rolled back goes on, each card once', async () => {
  const random = seededRandom(20_261_124);
  const someMs = () => 100 + random() * LONGEST_DELAY_MS;
  let client = await start();
  const { body: edit } = await client.call('POST', '/cards/bulk-edits/', {
    body: { selection: { filter: {} }, change: UP_5 },
    key: randomUUID(),
  });
  const path = `/cards/bulk-edits/${String(edit.id)}/`;
  await waitFor(client, path, 'READY');

  const apply = client.call('POST', `${path}apply/`, { body: { expected_count: CARDS } });
  await killDuring(apply, someMs());
  client = await start();
  await waitFor(client, path, 'APPLIED');
  expect((await client.call('GET', path)).body.counts).toMatchObject({ ready: 0, applied: CARDS });
  // Once more would have been 1 102,50 ₽.
  expect(await historyOf(client)).toEqual({ [BEFORE_KOPECKS * 1.05]: 200 });

  await killDuring(client.call('POST', `${path}rollback/`, { body: {} }), someMs());
  client = await start();
  const rolledBack = async () => (await client.call('GET', path)).body.counts.rolled_back;
  await expect.poll(rolledBack, { timeout: WAIT_TIMEOUT_MS, interval: 500 }).toBe(CARDS);
  expect(await historyOf(client)).toEqual({ [BEFORE_KOPECKS]: 200 });
});
