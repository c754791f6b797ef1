import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { hintLineSchema, type HintLine } from '#contract/live-hints.ts';
import { fromWire } from '#contract/wire.ts';
import { openDatabase, type Database, type Db } from '#server/db/database.ts';
import { buildTestApp, type SignedIn, type TestApp, type TestAppOverrides } from '#tests/setup/test-app.ts';
import { settle } from '#tests/support/settle.ts';

const SERVER_URL = process.env['TEST_DATABASE_URL'];

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Server extends TestApp {
  url: string;
}

async function start(overrides: TestAppOverrides = {}): Promise<Server> {
  const test = await buildTestApp({ hints: { pauseMs: 1 }, ...overrides });
  closing.push(() => test.app.close().then(() => (overrides.database ? undefined : test.database.close())));
  const url = await test.app.listen({ port: 0, host: '127.0.0.1' });
  if (!overrides.database) {
    await test.database.db.insertInto('subjects').values({ id: 1, name: 'Кружки' }).execute();
  }
  return { ...test, url };
}

/** A stream as a client reads it, line by line. */
async function listen(server: Server, who: SignedIn) {
  const abort = new AbortController();
  const response = await fetch(`${server.url}/api/v1/live-hints/`, {
    headers: who.headers,
    signal: abort.signal,
  });
  closing.push(async () => abort.abort());
  const text: string[] = [];
  const lines = (async function* () {
    let pending = '';
    for await (const chunk of response.body ?? []) {
      const parts = (pending + Buffer.from(chunk as Uint8Array).toString()).split('\n');
      pending = parts.pop() ?? '';
      for (const part of parts) {
        text.push(part);
        yield hintLineSchema.parse(fromWire(JSON.parse(part)));
      }
    }
  })();
  const next = async (): Promise<HintLine | undefined> => (await lines.next()).value ?? undefined;
  return { response, next, text, leave: () => abort.abort() };
}

async function listenReady(server: Server, who: SignedIn, quietMs = expect.any(Number)) {
  const stream = await listen(server, who);
  expect(stream.response.status).toBe(200);
  expect(await stream.next()).toMatchObject({ type: 'ready', quietMs });
  return stream;
}

let cardNumber = 0;
async function addCard(db: Db, { accountId, userId }: SignedIn): Promise<void> {
  cardNumber += 1;
  await db
    .insertInto('cards')
    .values({
      account_id: accountId,
      vendor_code: `К-${cardNumber}`,
      title: 'Кружка синяя',
      subject_id: 1,
      cost_price_kopecks: null,
      nm_id: null,
      state_before_archive: null,
      updated_by: userId,
    })
    .execute();
}

async function addShipment(db: Db, { accountId, userId }: SignedIn): Promise<void> {
  await db
    .insertInto('shipments')
    .values({
      account_id: accountId,
      created_by: userId,
      status: 'NEW',
      shop_ids: [],
      card_count: 0,
      with_prices: false,
      with_discounts: false,
      with_images: false,
      repeat_of: null,
    })
    .execute();
}

const CARDS = { type: 'hint', kinds: ['cards'] };
const SHIPMENTS = { type: 'hint', kinds: ['shipments'] };
const END = { type: 'end', comeBackMs: 0 };

function signOut(server: Server, { refresh }: SignedIn) {
  return server.app.inject({ method: 'POST', url: '/api/v1/user/logout/', payload: { refresh } });
}

describe('a committed change', () => {
  it('is told to all sessions of its account and to no other account, and what it is is not told', async () => {
    const server = await start();
    const seller = await server.signIn('seller');
    const stranger = await server.signIn('stranger');
    const [desk, phone, other] = [
      await listenReady(server, seller),
      await listenReady(server, await server.signIn('seller')),
      await listenReady(server, stranger),
    ];
    await addCard(server.database.db, seller);
    expect(await desk.next()).toEqual(CARDS);
    expect(await phone.next()).toEqual(CARDS);
    await addShipment(server.database.db, stranger);
    // The first that the stranger hears is their own.
    expect(await other.next()).toEqual(SHIPMENTS);
    expect(desk.text.at(-1)).toBe('{"type":"hint","kinds":["cards"]}');
  });

  it('is the last that is known of when another stream begins', async () => {
    let nowMs = 1_000_000;
    const server = await start({ hints: { pauseMs: 1, now: () => nowMs } });
    const seller = await server.signIn('seller');
    const stranger = await server.signIn('stranger');
    // What was before the process listened, it does not know.
    const stream = await listenReady(server, seller, 0);
    nowMs += 4_000;
    await listenReady(server, stranger, 4_000);
    await addCard(server.database.db, seller);
    expect(await stream.next()).toEqual(CARDS);
    nowMs += 2_000;
    await listenReady(server, seller, 2_000);
    await listenReady(server, stranger, 6_000);
  });

  it.each([
    ['a card', 'cards', CARDS],
    ['a shipment', 'shipments', SHIPMENTS],
  ] as const)('of %s is told when it is added, changed and removed', async (_, table, hint) => {
    const server = await start();
    const seller = await server.signIn();
    const stream = await listenReady(server, seller);
    const { db } = server.database;
    await (table === 'cards' ? addCard : addShipment)(db, seller);
    expect(await stream.next()).toEqual(hint);
    await db.updateTable(table).set({ version: 7 }).where('account_id', '=', seller.accountId).execute();
    expect(await stream.next()).toEqual(hint);
    await db.deleteFrom(table).where('account_id', '=', seller.accountId).execute();
    expect(await stream.next()).toEqual(hint);
  });

  it('of orders is told when their number is another, and not with the card', async () => {
    const server = await start();
    const seller = await server.signIn();
    await addCard(server.database.db, seller);
    const stream = await listenReady(server, seller);
    const setRecent = (recent: number) =>
      server.database.db
        .updateTable('card_orders')
        .set({ recent })
        .where('account_id', '=', seller.accountId)
        .execute();
    await setRecent(3);
    expect(await stream.next()).toEqual({ type: 'hint', kinds: ['orders'] });
    await setRecent(3);
    await addShipment(server.database.db, seller);
    expect(await stream.next()).toEqual(SHIPMENTS);
  });

  it('of many rows in one transaction is told once, and one that is rolled back not at all', async () => {
    const server = await start({ hints: { pauseMs: 0 } });
    const seller = await server.signIn();
    const stream = await listenReady(server, seller);
    await expect(
      server.database.transaction(async (trx) => {
        await addCard(trx, seller);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await server.database.transaction(async (trx) => {
      for (let i = 0; i < 50; i += 1) await addShipment(trx, seller);
    });
    expect(await stream.next()).toEqual(SHIPMENTS);
    await addCard(server.database.db, seller);
    expect(await stream.next()).toEqual(CARDS);
  });
});

describe('the stream ends', () => {
  it('at once when its session is signed out, and no other', async () => {
    const server = await start();
    const [gone, stays] = [await server.signIn(), await server.signIn()];
    const streams = [await listenReady(server, gone), await listenReady(server, stays)] as const;
    await signOut(server, gone);
    expect(await streams[0].next()).toEqual(END);
    expect(await streams[0].next()).toBeUndefined();
    await addCard(server.database.db, stays);
    expect(await streams[1].next()).toEqual(CARDS);
    expect((await listen(server, gone)).response.status).toBe(401);
  });

  it('when the server stops, which does not wait for it and says when to come back', async () => {
    const server = await start();
    const stream = await listenReady(server, await server.signIn());
    await server.app.close();
    const end = await stream.next();
    expect(end).toMatchObject({ type: 'end' });
    expect(end?.type === 'end' && end.comeBackMs).toBeGreaterThanOrEqual(1000);
    expect(await stream.next()).toBeUndefined();
  });

  it('is not needed by who is no user', async () => {
    const server = await start();
    expect((await server.app.inject('/api/v1/live-hints/')).statusCode).toBe(401);
  });
});

describe('too many streams', () => {
  it('of one user are refused; who leaves makes room; others are not concerned', async () => {
    const server = await start({ hints: { pauseMs: 1, mostPerUser: 2 } });
    const seller = await server.signIn('seller');
    const first = await listenReady(server, seller);
    const second = await listenReady(server, seller);
    const refused = await listen(server, seller);
    expect(refused.response.status).toBe(429);
    expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThan(0);
    await listenReady(server, await server.signIn('stranger'));
    first.leave();
    await expect
      .poll(async () => (await listen(server, seller)).response.status, { interval: 20, timeout: 30_000 })
      .toBe(200);
    await addCard(server.database.db, seller);
    expect(await second.next()).toEqual(CARDS);
  });

  it('in all are refused with a time to come again', async () => {
    const server = await start({ hints: { pauseMs: 1, mostInAll: 1 } });
    await listenReady(server, await server.signIn('seller'));
    const refused = await listen(server, await server.signIn('stranger'));
    expect(refused.response.status).toBe(503);
    expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

it('goes out as it is said: nobody gathers or keeps it', async () => {
  const server = await start();
  const { headers } = (await listenReady(server, await server.signIn())).response;
  expect(headers.get('content-type')).toMatch(/^application\/x-ndjson/);
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-encoding')).toBeNull();
});

describe.runIf(SERVER_URL)('two processes on one PostgreSQL', () => {
  async function startTwo(): Promise<[Server, Server]> {
    const first = await start();
    const { rows } = await first.database.executeSql('SELECT current_database() AS name');
    const url = new URL(SERVER_URL ?? '');
    url.pathname = `/${(rows[0] as { name: string }).name}`;
    const database: Database = await openDatabase({ databaseUrl: url.href });
    closing.push(() => database.close());
    const second = await start({ database, env: { secretKey: first.deps.env.secretKey } });
    return [first, second];
  }

  it('hear each other’s changes, and the end of a session', async () => {
    const [first, second] = await startTwo();
    const seller = await first.signIn();
    const stream = await listenReady(second, seller);
    await addCard(first.database.db, seller);
    expect(await stream.next()).toEqual(CARDS);
    await signOut(first, seller);
    expect(await stream.next()).toEqual(END);
  });

  it('tell everybody to look again after the connection that hears was lost, and hear on', async () => {
    const [first, second] = await startTwo();
    const seller = await first.signIn();
    const stream = await listenReady(second, seller);
    await first.database.executeSql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'LISTEN %'`,
    );
    expect(await stream.next()).toEqual({ type: 'hint', kinds: ['cards', 'shipments', 'orders'] });
    await addCard(first.database.db, seller);
    expect(await stream.next()).toEqual(CARDS);
  });
});

it('a reader who leaves is nobody’s failure', async () => {
  const lines: string[] = [];
  const log = Fastify({ logger: { level: 'warn', stream: { write: (line) => lines.push(line) } } }).log;
  const server = await start({ log });
  const isGone = new Promise((resolve) =>
    server.app.server.once('connection', (socket) => socket.once('close', resolve)),
  );
  const stream = await listenReady(server, await server.signIn());
  stream.leave();
  await isGone;
  await settle();
  expect(lines).toEqual([]);
});
