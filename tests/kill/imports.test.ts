import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
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

const KNOWN = 400;
const CHANGED = 150;
const FRESH = 1_200;
const REFUSED = 7;
const ROWS = FRESH + KNOWN + REFUSED;
const BEFORE_KOPECKS = 100_000;
const FOUND = { fresh: FRESH, created: 0, changed: CHANGED, same: KNOWN - CHANGED, refused: REFUSED };
/** Before the sweep of what dead processes have left looks at it: what goes on does so by the job that was put down before. */
const GOES_ON_WITHIN_MS = 150_000;

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
      FROM generate_series(1, ${KNOWN}) AS n`.execute(database.db);
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

let url = '';
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
  url = await server.ready;
  access ||= (await signIn(url, LOGIN)).access;
  return clientOf(url, access);
}

async function upload(lines: readonly string[]) {
  const form = new FormData();
  form.append('file', new Blob([lines.join('\n')]), 'товары.csv');
  const response = await fetch(`${url}/api/v1/cards/imports/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}` },
    body: form,
  });
  expect(response.status, await response.clone().text()).toBe(201);
  return await response.json();
}

/** As somebody sees it who looks on: as soon as something is done, and not all, the server is dead. */
async function killHalfWay(client: ApiClient, path: string, request: Promise<unknown>, done: DoneOf) {
  const unheard = request.catch(() => undefined);
  while (done((await client.call('GET', path)).body) === 0) await delay(5);
  server?.kill();
  await server?.ended;
  await unheard;
}

type DoneOf = (table: { checked_count: number; counts: { created: number } }) => number;
const checked: DoneOf = ({ checked_count: count }) => count;
const created: DoneOf = ({ counts }) => counts.created;

/** Until it is where it was going to, by itself: nobody asks for anything but how far it is. */
async function waitFor(client: ApiClient, path: string, state: string) {
  const look = async () => (await client.call('GET', path)).body.state;
  await expect.poll(look, { timeout: GOES_ON_WITHIN_MS, interval: 500 }).toBe(state);
  return (await client.call('GET', path)).body;
}

async function vendorCodes(client: ApiClient): Promise<string[]> {
  const codes: string[] = [];
  for (;;) {
    const { body } = await client.call('GET', `/cards/?limit=200&offset=${codes.length}`);
    codes.push(...body.results.map((card: { vendor_code: string }) => card.vendor_code));
    if (codes.length >= body.count || body.results.length === 0) return codes;
  }
}

it('G-01в: a table of cards that the server’s death met while it was looked at and while its cards were made goes on, each card once', async () => {
  const fresh = Array.from({ length: FRESH }, (_, n) => `NEW-${n};Кружка ${n};Кружки;1290`);
  const known = Array.from({ length: KNOWN }, (_, n) => `K-${n + 1};;;${n < CHANGED ? 1500 : 1000}`);
  const refused = Array.from({ length: REFUSED }, (_, n) => `BAD-${n};Кружка;Кружки;дорого`);
  let client = await start();
  const table = await upload(['Артикул;Название;Предмет;Цена', ...fresh, ...known, ...refused]);
  const path = `/cards/imports/${table.id}/`;

  const check = client.call('POST', `${path}checking/`, { body: { meanings: table.meanings } });
  await killHalfWay(client, path, check, checked);
  client = await start();
  expect(checked((await client.call('GET', path)).body)).toBeLessThan(ROWS);
  const seen = await waitFor(client, path, 'READY');
  expect(seen).toMatchObject({ checked_count: ROWS, counts: FOUND });
  const edit = await waitFor(client, `/cards/bulk-edits/${seen.edit_id}/`, 'READY');
  expect(edit).toMatchObject({ card_total: CHANGED, counts: { ready: CHANGED } });

  const create = client.call('POST', `${path}creating/`, { body: { expected_count: FRESH } });
  await killHalfWay(client, path, create, created);
  client = await start();
  const half = created((await client.call('GET', path)).body);
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(FRESH);
  const made = await waitFor(client, path, 'CREATED');
  expect(made.counts).toEqual({ ...FOUND, fresh: 0, created: FRESH });
  const codes = await vendorCodes(client);
  expect([codes.length, new Set(codes).size]).toEqual([KNOWN + FRESH, KNOWN + FRESH]);
});
