import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import {
  addTestToken,
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import {
  changeForAWhile,
  changeOnce,
  createMutatedFetch,
  randomOf,
  type Plan,
} from '#tests/support/marketplace/mutated-fetch.ts';
import type { Mutation } from '#tests/support/marketplace/mutations.ts';
import {
  CUPS,
  insertCards,
  readDirectory,
  readEffects,
  startTestQueue,
  waitForStatus,
  type TestQueue,
} from '#tests/support/shipments/test-shipments.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { createShipment } from './create-shipment.ts';
import { advanceShipmentJob } from './run/advance-shipment-job.ts';

/**
 * CR-09. Answers to a whole shipment have one thing changed that nobody announced. Whatever it is, the marketplace ends with what was
 * wanted or with what it had, card by card: no other price, no second card, nothing of a card that nobody sent.
 * `MUTATED_SHIPMENTS=500 npx vitest run --project long server/shipments/mutated-writes` tries more of them.
 */
const SHIPMENTS = Number(process.env['MUTATED_SHIPMENTS'] ?? 24);
const SEED = Number(process.env['MUTATED_SEED'] ?? 1);
/** Then the answers are as documented again: a shipment waits for that for hours. */
const CHANGED_IN_A_ROW = 3;
/** Side by side: a shipment mostly waits. */
const AT_ONCE = 12;
vi.setConfig({ testTimeout: 60_000 + SHIPMENTS * 10_000 });

const NEW = 'НОВАЯ';
const KNOWN = 'БЫЛА';
const BESIDE = 'НЕ-ВЫБРАНА';

let database: Database;
let market: TestMarket;
let queue: TestQueue;
/** What is done to the next answers to a seller. */
const plans = new Map<string, Plan>();
const realFetch = globalThis.fetch;

beforeAll(async () => {
  vi.stubGlobal('fetch', createMutatedFetch(plans, realFetch));
  database = await openTestDatabase();
  market = await openTestMarket({ speed: 60 });
  queue = await startTestQueue(database, market.marketplace, [advanceShipmentJob], 40);
});
afterEach(() => plans.clear());
afterAll(async () => {
  vi.unstubAllGlobals();
  await queue.jobs.stop();
  await market.close();
  await database.close();
});

interface CardAtMarket {
  nmId: number;
  words: string;
  price: string;
}

/** What the seller has at the marketplace, past every mutation: words, then price and discount. */
async function cardsAt(secret: string): Promise<Map<string, CardAtMarket[]>> {
  const headers = { authorization: secret, 'content-type': 'application/json' };
  const ask = { settings: { cursor: { limit: 100 }, filter: { withPhoto: -1 } } };
  const list = await realFetch(`${market.url}/content/content/v2/get/cards/list`, {
    method: 'POST',
    headers,
    body: JSON.stringify(ask),
  });
  const { cards } = (await list.json()) as { cards: Record<string, unknown>[] };
  const goods = await realFetch(`${market.url}/prices/api/v2/list/goods/filter?limit=100&offset=0`, {
    headers,
  });
  const { data } = (await goods.json()) as {
    data: { listGoods: { nmID: number; discount: number; sizes: { price: number }[] }[] };
  };
  const found = new Map<string, CardAtMarket[]>();
  for (const card of cards) {
    const { title, description, brand, dimensions, characteristics, vendorCode } = card;
    const nmId = Number(card['nmID']);
    const good = data.listGoods.find(({ nmID }) => nmID === nmId);
    const price = good ? `${String(good.sizes[0]?.price)} −${String(good.discount)} %` : '';
    const words = JSON.stringify({ title, description, brand, dimensions, characteristics });
    const code = String(vendorCode);
    found.set(code, [...(found.get(code) ?? []), { nmId, words, price }]);
  }
  return found;
}

interface Sent {
  shop: TestShop;
  before: Map<string, CardAtMarket[]>;
  after: Map<string, CardAtMarket[]>;
  status: string;
}

/** Prices alone are sent with the discount that the marketplace says. */
const CHOICES = {
  all: { withPrices: true, withDiscounts: true, withImages: true },
  'prices alone': { withPrices: true, withDiscounts: false, withImages: false },
};
type Choice = keyof typeof CHOICES;

async function sendAll(choice: Choice, plan: Plan): Promise<Sent> {
  const shop = await createTestShop(database, market, await createTestAccount(database));
  const { secret } = await addTestToken(database, market, shop);
  await readDirectory(database, market, shop);
  await market.control('PUT', `/sellers/${shop.sid}/cards`, {
    cards: [KNOWN, BESIDE].map((vendorCode) => ({
      vendorCode,
      title: 'Прежнее название',
      subjectID: CUPS,
      sizes: [{ skus: [] }],
      price: 1000,
      discount: 5,
      photos: ['https://images.example/1.jpg'],
    })),
  });
  const cardIds = await insertCards(
    database,
    shop.accountId,
    [NEW, KNOWN].map((vendorCode) => ({ vendorCode })),
  );
  const before = await cardsAt(secret);
  plans.set(shop.sid, plan);
  const { id } = await database.transaction((trx) =>
    createShipment(trx, queue.jobs, {
      accountId: shop.accountId,
      userId: shop.userId,
      cardIds,
      shopIds: [shop.shopId],
      options: CHOICES[choice],
    }),
  );
  const { status } = await waitForStatus(database, id, ['FINISHED', 'HAS_ERRORS']);
  plans.delete(shop.sid);
  return { shop, before, after: await cardsAt(secret), status };
}

/** What shipments without any change leave, and how many answers all of one takes. */
let clean: Record<Choice, Sent>;
let responseCount = 0;
beforeAll(async () => {
  clean = {
    all: await sendAll('all', () => void (responseCount += 1)),
    'prices alone': await sendAll('prices alone', () => undefined),
  };
});

/** Whatever was changed: what was wanted or what was there, each card once, and nobody else's card. Resolves with the status. */
async function expectNoWrongWrite(choice: Choice, plan: Plan, describe: () => string): Promise<string> {
  const { shop, before, after, status } = await sendAll(choice, plan);
  const said = `${describe()}, ${status}`;
  expect(after.get(BESIDE), said).toEqual(before.get(BESIDE));
  for (const code of [NEW, KNOWN]) {
    const now = after.get(code) ?? [];
    const wanted = clean[choice].after.get(code) ?? [];
    const known = [...(before.get(code) ?? []), ...wanted];
    expect(now.length, `${said}: ${code}`).toBeLessThanOrEqual(1);
    if (status === 'FINISHED') expect(now.map(facts), said).toEqual(wanted.map(facts));
    for (const { words, price } of now) {
      expect(
        known.map((one) => one.words),
        said,
      ).toContain(words);
      // A new card stands there without a price before it is given one.
      expect(['', '0 −0 %', ...known.map((one) => one.price)], said).toContain(price);
    }
  }
  const created = await readEffects(market, shop, 'card-created');
  expect(Math.max(0, ...created.values()), said).toBeLessThanOrEqual(1);
  return status;
}

const facts = ({ words, price }: CardAtMarket) => ({ words, price });

it.each(['all', 'prices alone'] as const)('without any change both cards are sent: %s', (choice) => {
  const { before, after, status } = clean[choice];
  expect(status).toBe('FINISHED');
  expect(after.get(NEW)).toHaveLength(1);
  expect(after.get(KNOWN)?.[0]?.price).not.toBe(before.get(KNOWN)?.[0]?.price);
});

it.each<[string, string, Mutation['kind'], Choice]>([
  ['/get/cards/list', 'cards', 'renamed', 'all'],
  ['/get/cards/list', 'cards[].vendorCode', 'removed', 'all'],
  ['/get/cards/list', 'cards[].nmID', 'unknown value', 'all'],
  ['/list/goods/filter', 'data.listGoods', 'renamed', 'prices alone'],
  ['/list/goods/filter', 'data.listGoods[].discount', 'removed', 'prices alone'],
  ['/list/goods/filter', 'data.listGoods[].sizes[].price', 'null', 'prices alone'],
  ['/cards/upload', 'error', 'removed', 'all'],
  ['/upload/task', 'data.id', 'renamed', 'all'],
  ['/history/tasks', 'data.status', 'unknown value', 'all'],
])(
  'writes nothing wrong when answers of %s have their «%s» %s for a while: %s',
  async (path, name, kind, choice) => {
    const change = changeForAWhile(path, name, kind, CHANGED_IN_A_ROW);
    const status = await expectNoWrongWrite(choice, change.plan, () => `${path} ${name} ${kind}`);
    expect(change.count()).toBeGreaterThan(0);
    // What does not fit is asked for again, until it does; a value that fits may be of another good, which is refused.
    if (kind !== 'unknown value') expect(status).toBe('FINISHED');
  },
);

it('writes nothing wrong when one of its answers has one thing changed, whichever', async () => {
  const statuses: string[] = [];
  const tryOne = async (number: number) => {
    const random = randomOf(SEED * 100_000 + number);
    const { plan, done } = changeOnce(random, responseCount);
    statuses.push(await expectNoWrongWrite('all', plan, () => `№ ${String(number)} (${done()})`));
  };
  for (let first = 0; first < SHIPMENTS; first += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, SHIPMENTS - first) }, (_, at) => tryOne(first + at)),
    );
  }
  // What does not fit is asked for again, so most of them end well.
  expect(statuses.filter((status) => status === 'FINISHED').length).toBeGreaterThan(SHIPMENTS / 4);
});
