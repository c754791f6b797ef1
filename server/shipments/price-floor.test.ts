import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import { setPriceFloor } from '#server/price-watch/price-floors.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import { withOperation } from '#tests/support/marketplace/with-operation.ts';
import {
  insertCards,
  readDirectory,
  startTestQueue,
  waitForStatus,
  type TestQueue,
} from '#tests/support/shipments/test-shipments.ts';
import { createShipment } from './create-shipment.ts';
import { retryShipment } from './retry-shipment.ts';
import { advanceShipmentJob } from './run/advance-shipment-job.ts';
import { findShipmentErrors } from './store/repository.ts';

/** A shipment takes seconds here; a busy machine must not fail them. */
vi.setConfig({ testTimeout: 240_000 });

const OPTIONS = { withPrices: true, withDiscounts: true, withImages: false };

let database: Database;
let market: TestMarket;
let shop: TestShop;
let queue: TestQueue;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket({ speed: 40 });
});
beforeEach(async () => {
  shop = await createTestShop(database, market, await createTestAccount(database));
  await readDirectory(database, market, shop);
});
afterEach(() => queue.jobs.stop());
afterAll(async () => {
  await market.close();
  await database.close();
});

async function work(marketplace: Marketplace = market.openMarketplace()) {
  queue = await startTestQueue(database, marketplace, [advanceShipmentJob]);
}

async function send(cardIds: readonly number[], options = OPTIONS): Promise<number> {
  const { accountId, userId, shopId } = shop;
  const shipment = { accountId, userId, cardIds: [...cardIds], shopIds: [shopId], options };
  return (await database.transaction((trx) => createShipment(trx, queue.jobs, shipment))).id;
}

const retry = (shipmentId: number) =>
  database.transaction((trx) => retryShipment(trx, queue.jobs, { accountId: shop.accountId, shipmentId }));

const ended = async (id: number) => (await waitForStatus(database, id, ['FINISHED', 'HAS_ERRORS'])).status;

/** In words, as a person reads them. */
async function errorsOf(id: number): Promise<string[]> {
  const errors = await findShipmentErrors(database.db, shop.accountId, id);
  return errors.map(({ message }) => message);
}

const setFloor = (cardId: number, floorKopecks: number) =>
  database.transaction((trx) =>
    setPriceFloor(trx, shop, cardId, { floorKopecks, overCostBasisPoints: null }),
  );

/** What the marketplace sells the cards at: before the discount, and the discount. */
async function soldAt(cardIds: readonly number[]) {
  const rows = await database.db
    .selectFrom('shop_cards')
    .select(['card_id', 'nm_id'])
    .where('shop_id', '=', shop.shopId)
    .execute();
  const client = await market.marketplace.forShop(database.db, shop.accountId, shop.shopId);
  const nmIds = cardIds.map((id) => rows.find((row) => row.card_id === id)?.nm_id ?? 0);
  const goods = await client.listPrices(nmIds);
  return nmIds.map((nmId) => {
    const one = goods.find((other) => other.nmId === nmId);
    return [one?.sizes[0]?.priceRub, one?.discount];
  });
}

describe('a price below the floor of its card', () => {
  it('is not sent while the others are; with a lower floor «Повторить» sends it', async () => {
    await work();
    const cards = await insertCards(database, shop.accountId, [
      { vendorCode: 'ДЁШЕВО', priceKopecks: 1_000_00, discount: 20 },
      { vendorCode: 'КАК-РАЗ', priceKopecks: 1_000_00, discount: 10 },
    ]);
    const [cheap = 0, fair = 0] = cards;
    await setFloor(cheap, 900_00);
    await setFloor(fair, 900_00);
    const id = await send(cards);
    expect(await ended(id)).toBe('HAS_ERRORS');
    expect(await errorsOf(id)).toEqual([
      expect.stringMatching(/^Цена 800\s₽ ниже минимальной 900\s₽: не отправлена/),
    ]);
    expect(await soldAt([fair])).toEqual([[1000, 10]]);
    expect(await soldAt([cheap])).not.toEqual([[1000, 20]]);

    await setFloor(cheap, 800_00);
    await retry(id);
    expect(await ended(id)).toBe('FINISHED');
    expect(await soldAt([cheap])).toEqual([[1000, 20]]);
  });

  it('is not sent when the floor was set after the prices had been looked at', async () => {
    const [card = 0] = await insertCards(database, shop.accountId, [
      { vendorCode: 'ПОЗЖЕ', priceKopecks: 1_000_00, discount: 20 },
    ]);
    let looks = 0;
    await work(
      withOperation(market.openMarketplace(), 'listPrices', (list) => async (nmIds) => {
        looks += 1;
        await setFloor(card, 900_00);
        return list(nmIds);
      }),
    );
    const id = await send([card]);
    expect(await ended(id)).toBe('HAS_ERRORS');
    expect(looks).toBeGreaterThan(0);
    expect(await soldAt([card])).not.toEqual([[1000, 20]]);
  });

  it('is counted with the discount of the shop when the discount is not sent', async () => {
    await work();
    const [card = 0] = await insertCards(database, shop.accountId, [
      { vendorCode: 'БЕЗ-СКИДКИ', priceKopecks: 1_000_00, discount: 20 },
    ]);
    expect(await ended(await send([card]))).toBe('FINISHED');
    await database.db
      .updateTable('shop_cards')
      .set({ price_kopecks: 1_000_00, discount: 20 })
      .where('shop_id', '=', shop.shopId)
      .execute();
    await database.db
      .updateTable('cards')
      .set({ price_kopecks: 1_100_00, discount: 0 })
      .where('id', '=', card)
      .execute();
    await setFloor(card, 900_00);
    const onlyPrice = await send([card], { ...OPTIONS, withDiscounts: false });
    expect(await ended(onlyPrice)).toBe('HAS_ERRORS');
    expect(await errorsOf(onlyPrice)).toEqual([
      expect.stringMatching(/^Цена 880\s₽ ниже минимальной 900\s₽/),
    ]);
    expect(await soldAt([card])).toEqual([[1000, 20]]);
  });
});
