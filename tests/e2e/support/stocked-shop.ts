import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { refreshListedFacts } from '#server/cards/card-summary.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Backend } from './backend.ts';
import { controlOf } from './small-shop.ts';
import { DEMO2, expect } from './test.ts';

export interface StockedShop {
  id: number;
  /** By vendor code, what the marketplace has now in the warehouse of that name. */
  amountsIn(warehouse: string): Promise<Map<string, number>>;
}

interface NewShop {
  name: string;
  warehouses: readonly string[];
  vendorCodes: readonly string[];
  /** The same in every warehouse. */
  amountOf: (index: number) => number;
}

/** A card as the marketplace has numbered it. */
interface Numbered {
  vendorCode: string;
  nmID: number;
  sizes: { chrtID: number }[];
}

/** As many sizes as the marketplace tells of in one call. */
const SIZES_PER_CALL = 1_000;
const CARDS_AT_ONCE = 1_000;
const LIMITED_PAUSE_MS = 1_000;

/**
 * A seller of cards of one size with amounts in each of the warehouses, at the demo's marketplace, and his shop in the second account.
 * To read ten thousand cards from there takes minutes, by its limit: they are put into the database as they would be read, with the
 * server stopped.
 */
export async function addStockedShop(backend: Backend, wanted: NewShop): Promise<StockedShop> {
  const { name, vendorCodes, amountOf } = wanted;
  const control = controlOf(backend.simulatorUrl);
  const { sid } = await control('POST', '/sellers', { name, tin: '770000000888', tradeMark: name });
  const warehouseIds = new Map<string, number>();
  for (const warehouse of wanted.warehouses) {
    const { id } = await control('POST', `/sellers/${sid}/warehouses`, { name: warehouse });
    warehouseIds.set(warehouse, id);
  }
  const categories = ['content', 'prices', 'marketplace'];
  const { token } = await control('POST', '/tokens', { sid, categories });
  const id = await addShop(backend.url, { name, token });

  const loaded: { cards: Numbered[] } = await control('PUT', `/sellers/${sid}/cards`, {
    cards: vendorCodes.map((vendorCode) => ({
      vendorCode,
      title: titleOf(vendorCode),
      subjectID: 305,
      price: 9_000,
      sizes: [{ techSize: '0' }],
    })),
  });
  const chrtIds = loaded.cards.map(({ sizes }) => sizes[0]?.chrtID ?? 0);
  for (const warehouseId of warehouseIds.values()) {
    const stocks = chrtIds.map((chrtId, index) => ({ warehouseId, chrtId, amount: amountOf(index) }));
    await control('PUT', `/sellers/${sid}/stocks`, { stocks });
  }
  await backend.stop();
  await storeCards(backend.dataDir, id, loaded.cards);
  await backend.start();

  const amountsIn = async (warehouse: string) => {
    const amounts = new Map<number, number>();
    for (let at = 0; at < chrtIds.length; at += SIZES_PER_CALL) {
      const path = `/marketplace/api/v3/stocks/${warehouseIds.get(warehouse)}`;
      const ask = () =>
        fetch(`${backend.simulatorUrl}${path}`, {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json' },
          body: JSON.stringify({ chrtIds: chrtIds.slice(at, at + SIZES_PER_CALL) }),
        });
      let response = await ask();
      // The server has used up what the marketplace lets a seller ask in a while.
      while (response.status === 429) {
        await pause(LIMITED_PAUSE_MS);
        response = await ask();
      }
      expect(response.ok, await response.clone().text()).toBe(true);
      for (const { chrtId, amount } of (await response.json()).stocks) amounts.set(chrtId, amount);
    }
    return new Map(vendorCodes.map((code, index) => [code, amounts.get(chrtIds[index] ?? 0) ?? 0]));
  };
  return { id, amountsIn };
}

const titleOf = (vendorCode: string) => `Пальто ${vendorCode}`;

/** Resolves when its warehouses have been read. */
async function addShop(url: string, shop: { name: string; token: string }): Promise<number> {
  const call = async (method: string, path: string, body?: object, access?: string) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.ok, path).toBe(true);
    return await response.json();
  };
  const { access } = await call('POST', '/user/auth/', DEMO2);
  const { id } = await call('POST', '/shops/', shop, access);
  const readAt = async () => (await call('GET', `/shops/${id}/`, undefined, access)).last_synced_at;
  await expect.poll(readAt, { intervals: [1_000], timeout: 240_000 }).not.toBeNull();
  return id;
}

async function storeCards(dataDir: string, shopId: number, cards: readonly Numbered[]): Promise<void> {
  const database = await openDatabase({ dataDir });
  try {
    for (let at = 0; at < cards.length; at += CARDS_AT_ONCE) {
      const rows = cards.slice(at, at + CARDS_AT_ONCE).map(({ vendorCode, nmID, sizes }) => ({
        code: vendorCode,
        title: titleOf(vendorCode),
        nm: nmID,
        sizes: sizes.map(({ chrtID }) => ({ chrtId: chrtID, techSize: '0', skus: [] })),
      }));
      await database.transaction(async (trx) => {
        const stored = await sql<{ card_id: number; account_id: number }>`
          WITH read AS (
            SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
              AS r(code text, title text, nm bigint, sizes jsonb)
          ), made AS (
            INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, discount, search_text)
            SELECT account_id, code, title, (SELECT min(id) FROM subjects), 900000, 0, ''
            FROM read, shops WHERE shops.id = ${shopId} RETURNING id, account_id, vendor_code
          )
          INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code, nm_id, state, sizes)
          SELECT made.account_id, made.id, ${shopId}, code, nm, 'PUBLISHED', sizes
          FROM made JOIN read ON code = made.vendor_code RETURNING card_id, account_id`.execute(trx);
        const cardIds = stored.rows.map(({ card_id }) => card_id);
        await refreshListedFacts(trx, stored.rows[0]?.account_id ?? 0, cardIds);
      });
    }
  } finally {
    await database.close();
  }
}
