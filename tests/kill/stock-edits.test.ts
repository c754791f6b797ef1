import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { addTestWarehouse } from '#tests/support/cards/fixtures.ts';
import { CUPS } from '#tests/support/shipments/test-shipments.ts';
import { startSimulator } from '#simulator/start-simulator.ts';
import { clientOf, signIn, type ApiClient } from './api-client.ts';
import { makeDatabaseTemplate, type DatabaseTemplate } from './database-template.ts';
import type { Moment } from './kill-proxy.ts';
import { openMarketplaceWorld, type MarketplaceWorld } from './marketplace-world.ts';
import { control, introduceSellers, LOGIN, makeSeller, SIDS, SIGNING_KEY } from './seller.ts';
import { buildServerProgram, type ServerProgram } from './server-process.ts';

/** More than two steps of the work: there is something before the death and something after it. */
const CARDS = 700;
const BEFORE = 5;
const AFTER = 12;
const [SID] = SIDS;
/** Only ends what hangs, however slow the machine is. */
const WAIT_TIMEOUT_MS = 300_000;

const READ = /^POST .*\/stocks\//;
const WRITE = /^PUT .*\/stocks\//;

type Act = 'is looked at' | 'is applied' | 'is rolled back';
interface Death {
  act: Act;
  moment: Exclude<Moment, 'silence'>;
  call: RegExp;
}

const MOMENTS: Record<Death['moment'], string> = {
  before: 'before a call',
  after: 'when the marketplace has done it and the answer is lost',
  answered: 'right after the answer',
};

/** On the embedded database a start is dear and goes on at once: a life dies twice. */
const ON_EMBEDDED: Death[][] = [
  [
    { act: 'is applied', moment: 'after', call: WRITE },
    { act: 'is rolled back', moment: 'after', call: WRITE },
  ],
];
/** On PostgreSQL most of a life is waiting until the dead worker is missed: many die at once. */
const ON_POSTGRES: Death[][] = [
  [{ act: 'is looked at', moment: 'answered', call: READ }],
  [{ act: 'is applied', moment: 'before', call: WRITE }],
  [{ act: 'is applied', moment: 'after', call: WRITE }],
  [{ act: 'is applied', moment: 'answered', call: WRITE }],
  [{ act: 'is rolled back', moment: 'after', call: WRITE }],
  [{ act: 'is rolled back', moment: 'answered', call: WRITE }],
];
const lives = process.env['TEST_DATABASE_URL'] === undefined ? ON_EMBEDDED : ON_POSTGRES;

/** All lives begin at once: on a busy machine the first to be asked for takes long. */
vi.setConfig({ testTimeout: 600_000 });

let program: ServerProgram;
let template: DatabaseTemplate;
let warehouseId = 0;
let stories: Promise<Story>[] = [];

beforeAll(async () => {
  program = await buildServerProgram();
  template = await makeDatabaseTemplate(fillShop);
  stories = lives.map(live);
});
afterAll(async () => {
  await Promise.allSettled(stories);
  await template.remove();
  program.remove();
});

describe('G-01г: a change of stocks', () => {
  for (const [index, deaths] of lives.entries()) {
    const told = deaths.map(({ act, moment }) => `while it ${act}, ${MOMENTS[moment]}`).join(', and ');
    it(`that the server’s death met ${told}, goes on; each amount is written once`, async () => {
      const story = await stories[index];
      expect(story?.applied).toEqual({
        state: 'APPLIED',
        counts: countsOf({ applied: CARDS }),
        amounts: [AFTER],
        writes: [1],
        shown: [AFTER],
      });
      expect(story?.rolledBack).toEqual({
        state: 'APPLIED',
        counts: countsOf({ rolled_back: CARDS }),
        amounts: [BEFORE],
        writes: [2],
        shown: [BEFORE],
      });
      expect(story?.died).toEqual(deaths.map(({ act }) => act));
    });
  }
});

const countsOf = (some: Record<string, number>) => ({
  ready: 0,
  left_out: 0,
  refused: 0,
  applied: 0,
  changed_since: 0,
  rolled_back: 0,
  kept: 0,
  ...some,
});

/** What everybody can see: the history, the marketplace's amounts and how often each was written, the list. Each value once. */
interface Seen {
  state: string;
  counts: Record<string, number>;
  amounts: number[];
  writes: number[];
  shown: number[];
}

interface Story {
  died: Act[];
  applied: Seen;
  rolledBack: Seen;
}

/** One change of all stocks from the first look to its way back, with deaths in its acts. */
async function live(deaths: readonly Death[]): Promise<Story> {
  const world = await openMarketplaceWorld({ program, template, speed: 1 });
  try {
    await stockMarketplace(world.marketplaceUrl);
    let server = world.start();
    const { access } = await signIn(await server.ready, LOGIN);
    let client = clientOf(await server.ready, access);
    const died: Act[] = [];
    const play = async (act: Act, begin: () => Promise<string>, end: (edit: EditSeen) => boolean) => {
      const death = deaths.find((one) => one.act === act);
      if (!death) return await reachEnd(client, await begin(), end);
      const killed = world.proxy.killAt({ ...death, nth: 2 }, () => server.kill());
      const path = await begin();
      await killed;
      await server.ended;
      died.push(act);
      server = world.start();
      client = clientOf(await server.ready, access);
      return await reachEnd(client, path, end);
    };
    const path = await play(
      'is looked at',
      () => begin(client),
      ({ state }) => state === 'READY',
    );
    await play('is applied', () => ask(client, path, 'apply', { expected_count: CARDS }), hasNothingReady);
    const applied = await look(world, client, path);
    await play('is rolled back', () => ask(client, path, 'rollback', {}), hasNothingApplied);
    return { died, applied, rolledBack: await look(world, client, path) };
  } finally {
    await world.close();
  }
}

interface EditSeen {
  state: string;
  counts: { ready: number; applied: number };
}
const hasNothingReady = ({ state, counts }: EditSeen) => state === 'APPLIED' && counts.ready === 0;
const hasNothingApplied = ({ state, counts }: EditSeen) => state === 'APPLIED' && counts.applied === 0;

async function begin(client: ApiClient): Promise<string> {
  const change = {
    kind: 'STOCKS',
    name: 'Склад',
    warehouse_ids: [warehouseId],
    amount: { kind: 'ADD', amount: AFTER - BEFORE },
  };
  const body = { selection: { filter: {} }, change };
  const made = await client.call('POST', '/cards/bulk-edits/', { body, key: randomUUID() });
  return `/cards/bulk-edits/${String(made.body.id)}/`;
}

async function ask(client: ApiClient, path: string, what: string, body: object): Promise<string> {
  // The server may die before it has answered.
  await client.call('POST', `${path}${what}/`, { body }).catch(() => undefined);
  return path;
}

/** By itself: nobody asks for anything but how far it is. */
async function reachEnd(
  client: ApiClient,
  path: string,
  isEnd: (edit: EditSeen) => boolean,
): Promise<string> {
  const hasEnded = async () => isEnd((await client.call('GET', path)).body);
  await expect.poll(hasEnded, { timeout: WAIT_TIMEOUT_MS, interval: 200 }).toBe(true);
  return path;
}

async function look(world: MarketplaceWorld, client: ApiClient, path: string): Promise<Seen> {
  const { body: history } = await client.call('GET', '/cards/bulk-edits/?reads_any_kind=true');
  const told = history.results.find(({ id }: { id: number }) => path.endsWith(`/${String(id)}/`));
  const { body: rows } = await client.call('GET', '/cards/?limit=200');
  const { effects } = (await control(world.marketplaceUrl, 'GET', '/effects?kind=stock-set')) as unknown as {
    effects: { detail: string }[];
  };
  const written = new Map<string, number[]>();
  for (const { detail } of effects) {
    const [place = '', amount = ''] = detail.split(': ');
    written.set(place, [...(written.get(place) ?? []), Number(amount)]);
  }
  expect(written.size).toBe(CARDS);
  const each = [...written.values()];
  return {
    state: told.state,
    counts: told.counts,
    amounts: once(each.map((amounts) => amounts.at(-1) ?? 0)),
    writes: once(each.map((amounts) => amounts.length)),
    shown: once(rows.results.map(({ stock }: { stock: number }) => stock)),
  };
}

const once = (values: readonly number[]): number[] => [...new Set(values)];

/** The numbers are the same in each stand-in: it begins from one seed. */
async function stockMarketplace(marketplaceUrl: string) {
  const cards = Array.from({ length: CARDS }, (_, n) => ({
    vendorCode: `K-${n + 1}`,
    title: 'Кружка',
    subjectID: CUPS,
    sizes: [{ skus: [`20000000${String(10_000 + n)}`] }],
  }));
  const loaded = (await control(marketplaceUrl, 'PUT', `/sellers/${SID}/cards`, { cards })) as unknown as {
    cards: { nmID: number; sizes: { chrtID: number }[] }[];
  };
  const { id } = await control(marketplaceUrl, 'POST', `/sellers/${SID}/warehouses`, { name: 'Склад' });
  const wbWarehouseId = Number(id);
  const stocks = loaded.cards.map(({ sizes: [size] }) => ({
    warehouseId: wbWarehouseId,
    chrtId: size?.chrtID ?? 0,
    amount: BEFORE,
  }));
  await control(marketplaceUrl, 'PUT', `/sellers/${SID}/stocks`, { stocks });
  return { wbWarehouseId, cards: loaded.cards };
}

/** Our side of the same shop. */
async function fillShop(database: Database): Promise<void> {
  const { accountId, shopIds } = await makeSeller(database, [{ vendorCode: 'K-1' }]);
  const [shopId = 0] = shopIds;
  const simulator = await startSimulator({ host: '127.0.0.1', port: 0, signingKey: SIGNING_KEY });
  try {
    await introduceSellers(simulator.url);
    const { wbWarehouseId, cards } = await stockMarketplace(simulator.url);
    await sql`
      INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, discount, search_text)
      SELECT ${accountId}, 'K-' || n, 'Кружка', ${CUPS}, 100000, 20, ' кружка ' || n
      FROM generate_series(2, ${CARDS}) AS n`.execute(database.db);
    await sql`
      INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code, nm_id, state, sizes)
      SELECT ${accountId}, cards.id, ${shopId}, cards.vendor_code, (known ->> 'nmID')::bigint, 'PUBLISHED',
        jsonb_build_array(jsonb_build_object('chrtId', known -> 'sizes' -> 0 -> 'chrtID', 'techSize', '0', 'skus', '[]'::jsonb))
      FROM jsonb_array_elements(${JSON.stringify(cards)}::jsonb) AS known
      JOIN cards ON cards.account_id = ${accountId} AND cards.vendor_code = known ->> 'vendorCode'`.execute(
      database.db,
    );
    warehouseId = await addTestWarehouse(database.db, { accountId, shopId }, wbWarehouseId);
  } finally {
    await simulator.close();
  }
}
