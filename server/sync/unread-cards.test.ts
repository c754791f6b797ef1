import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import { createShopClient } from '#server/marketplace/shop-client.ts';
import type { Send } from '#server/marketplace/request.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { insertAccount } from '#tests/support/analytics/fixtures.ts';
import { wellFormedAnswers } from '#tests/support/marketplace/well-formed-answers.ts';
import type { Database } from '#server/db/database.ts';
import { syncCards } from './sync-cards.ts';

/** Of two cards at the marketplace, one may be strange: its sizes go by another name. */
let database: Database;
let shop: { accountId: number; shopId: number };
let strange: number[];
let isGone: boolean;
let asked: string[];

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  const { accountId, shopIds } = await insertAccount(database.db);
  shop = { accountId, shopId: shopIds[0] ?? 0 };
  [strange, isGone, asked] = [[98486], false, []];
});
afterAll(() => database.close());

interface Page {
  cards: { nmID: number; sizes?: unknown }[];
  cursor: { updatedAt: string; nmID: number; total: number };
}

function answer(body: unknown): Page {
  const { settings } = body as { settings: { filter: { textSearch?: string }; cursor: { nmID?: number } } };
  const { textSearch } = settings.filter;
  if (textSearch !== undefined) asked.push(textSearch);
  const page = structuredClone(wellFormedAnswers.listCards) as Page;
  const isOver = settings.cursor.nmID !== undefined;
  page.cards = page.cards
    .filter(({ nmID }) => (textSearch === undefined ? !isOver : String(nmID) === textSearch))
    .filter(({ nmID }) => !(isGone && nmID === 98486))
    .map(({ sizes, ...card }) => (strange.includes(card.nmID) ? card : { ...card, sizes }));
  return { ...page, cursor: { ...page.cursor, total: page.cards.length } };
}

async function sync(): Promise<void> {
  const send: Send = async ({ response, body }) => response.parse(answer(body));
  const client = createShopClient(send, (ms) => ms);
  const marketplace = { forShop: () => Promise.resolve(client) } as unknown as Marketplace; // the one call it makes
  await syncCards({ deps: { database, marketplace }, ...shop }, 0);
}

const stored = async () =>
  (
    await database.db
      .selectFrom('shop_cards')
      .select('nm_id')
      .where('shop_id', '=', shop.shopId)
      .orderBy('nm_id')
      .execute()
  ).map((row) => row.nm_id);

const unread = () =>
  database.db
    .selectFrom('unread_rows')
    .select(['kind', 'row_key', 'detail'])
    .where('shop_id', '=', shop.shopId)
    .execute();

const aDayPasses = () =>
  database.db
    .updateTable('unread_rows')
    .set({ looked_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('shop_id', '=', shop.shopId)
    .execute();

it('CR-02: a card that cannot be read is noted, and the others of its page are stored', async () => {
  await sync();
  expect(await stored()).toEqual([98487]);
  expect(await unread()).toEqual([{ kind: 'cards', row_key: '98486', detail: 'нет sizes' }]);
});

it('CR-03: is asked for again a day later, not sooner, and stored when it can be read', async () => {
  await sync();
  strange = [];
  await sync();
  expect(asked).toEqual([]);
  await aDayPasses();
  await sync();
  expect(asked).toEqual(['98486']);
  expect(await stored()).toEqual([98486, 98487]);
  expect(await unread()).toEqual([]);
});

it('is left for another day when it still cannot be read', async () => {
  await sync();
  await aDayPasses();
  await sync();
  await sync();
  expect(asked).toEqual(['98486']);
  expect(await unread()).toHaveLength(1);
});

it('is forgotten when the shop has it no more', async () => {
  await sync();
  isGone = true;
  await aDayPasses();
  await sync();
  expect(await unread()).toEqual([]);
  expect(await stored()).toEqual([98487]);
});

it('CR-02: cards of which none can be read stop the reading where it is', async () => {
  strange = [98486, 98487];
  await expect(sync()).rejects.toMatchObject({ issues: [{ path: ['cards', 0, 'sizes'] }] });
  expect(await unread()).toEqual([]);
  strange = [];
  await sync();
  expect(await stored()).toEqual([98486, 98487]);
});
