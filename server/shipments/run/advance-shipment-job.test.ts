import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { updateCard } from '#server/cards/card-writes.ts';
import { cardOr404 } from '#server/cards/repository.ts';
import type { CardChanges } from '#server/cards/normalise-content.ts';
import { findUnsentChanges } from '#server/cards/unsent-changes.ts';
import type { Database } from '#server/db/database.ts';
import {
  createTestShop,
  createTestAccount,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { advanceShipmentJob } from './advance-shipment-job.ts';
import { createShipment } from '#server/shipments/create-shipment.ts';
import { repeatShipment, retryShipment } from '#server/shipments/retry-shipment.ts';
import { isAllowed } from '#server/shipments/rules/state-machine.ts';
import {
  insertCards,
  readDirectory,
  readEffects,
  startTestQueue,
  waitForStatus,
  type CardInput,
  type TestQueue,
} from '#tests/support/shipments/test-shipments.ts';

/** A busy machine must not fail what waits. */
vi.setConfig({ testTimeout: 240_000 });

let database: Database;
let market: TestMarket;
let queue: TestQueue;
let shops: [TestShop, TestShop];

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket({ speed: 40 });
  const owner = await createTestAccount(database);
  shops = [await createTestShop(database, market, owner), await createTestShop(database, market, owner)];
  await readDirectory(database, market, shops[0]);
  queue = await startTestQueue(database, market.marketplace, [advanceShipmentJob]);
});
afterAll(async () => {
  await queue.jobs.stop();
  await market.close();
  await database.close();
});

const options = { withPrices: true, withDiscounts: true, withImages: true };

async function send(inputs: readonly CardInput[], shopIds = shops.map((shop) => shop.shopId)) {
  const [{ accountId, userId }] = shops;
  const cardIds = await insertCards(database, accountId, inputs);
  const { id } = await database.transaction((trx) =>
    createShipment(trx, queue.jobs, { accountId, userId, cardIds, shopIds, options }),
  );
  return { id, cardIds };
}

const effectsOf = (kind: string, shop: TestShop) => readEffects(market, shop, kind);

const openErrors = (shipmentId: number) =>
  database.db
    .selectFrom('shipment_errors')
    .innerJoin('shipment_items', 'shipment_items.id', 'shipment_errors.item_id')
    .select(['vendor_code', 'shop_id', 'shipment_errors.stage', 'code', 'message', 'field'])
    .where('shipment_errors.shipment_id', '=', shipmentId)
    .where('resolved_at', 'is', null)
    .orderBy('shipment_errors.id')
    .execute();

it('takes twelve cards to two shops, keeps what succeeded, mends the rest and repeats it all', async () => {
  const inputs = Array.from({ length: 12 }, (_, index) => ({
    vendorCode: `ОТПРАВКА-${String(index + 1)}${index < 2 ? '-ERR' : ''}`,
    clubDiscount: index === 5 ? 3 : 0,
    photos: index === 6 ? [] : ['https://images.example/1.jpg', 'https://images.example/2.jpg'],
  }));
  const { id, cardIds } = await send(inputs);
  const first = await waitForStatus(database, id, ['HAS_ERRORS', 'FINISHED']);
  expect(first.status).toBe('HAS_ERRORS');
  for (const [index, status] of first.seen.entries()) {
    const before = first.seen[index - 1];
    // Polling may miss a status, so only direct neighbours of the end are certain.
    if (before !== undefined && status === 'HAS_ERRORS')
      expect(isAllowed(before, 'advanced', status)).toBe(true);
  }
  const errors = await openErrors(id);
  expect(errors).toHaveLength(4);
  expect(errors[0]).toMatchObject({ stage: 'CARD', code: 'moderation', field: 'description' });
  const states = await database.db
    .selectFrom('shop_cards')
    .select(['state', 'nm_id', 'subject_id', 'sizes', 'errors'])
    .where('card_id', 'in', cardIds)
    .orderBy('card_id')
    .execute();
  expect(states.filter((one) => one.state === 'HAS_ERRORS')).toHaveLength(4);
  const published = states.filter((one) => one.state === 'PUBLISHED');
  expect(published).toHaveLength(20);
  expect(published.every((one) => (one.subject_id ?? 0) > 0)).toBe(true);
  expect(published.every((one) => (one.nm_id ?? 0) > 0 && (one.sizes[0]?.chrtId ?? 0) > 0)).toBe(true);

  for (const shop of shops) {
    const created = await effectsOf('card-created', shop);
    const priced = await effectsOf('price-set', shop);
    const photographed = await effectsOf('media-set', shop);
    for (const [index, { vendorCode }] of inputs.entries()) {
      expect(created.get(vendorCode) ?? 0).toBe(index < 2 ? 0 : 1);
      expect(photographed.get(vendorCode) ?? 0).toBe(index < 2 || index === 6 ? 0 : 1);
      expect(priced.get(vendorCode) ?? 0).toBe(index < 2 ? 0 : index === 5 ? 2 : 1);
    }
  }

  await database.db
    .updateTable('cards')
    .set((eb) => ({ vendor_code: eb.fn<string>('replace', ['vendor_code', eb.val('-ERR'), eb.val('')]) }))
    .where('id', 'in', cardIds.slice(0, 2))
    .execute();
  const [{ accountId, userId }] = shops;
  const retried = await database.transaction((trx) =>
    retryShipment(trx, queue.jobs, { accountId, shipmentId: id }),
  );
  expect(retried.status).toBe('PENDING_UPDATE');
  expect((await waitForStatus(database, id, ['HAS_ERRORS', 'FINISHED'])).status).toBe('FINISHED');
  expect(await openErrors(id)).toEqual([]);
  for (const shop of shops) {
    const created = await effectsOf('card-created', shop);
    expect(created.get('ОТПРАВКА-1')).toBe(1);
    // What had succeeded was not sent again.
    expect((await effectsOf('card-updated', shop)).get('ОТПРАВКА-3')).toBeUndefined();
  }
  const cards = await database.db.selectFrom('cards').select('state').where('id', 'in', cardIds).execute();
  expect(new Set(cards.map((card) => card.state))).toEqual(new Set(['PUBLISHED']));

  const repeated = await database.transaction((trx) =>
    repeatShipment(trx, queue.jobs, { accountId, userId, shipmentId: id }),
  );
  expect(repeated.id).not.toBe(id);
  const again = await waitForStatus(database, repeated.id, ['HAS_ERRORS', 'FINISHED']);
  expect(again.status).toBe('FINISHED');
  expect(again.seen).not.toContain('SENT');
  const updated = await effectsOf('card-updated', shops[0]);
  expect(updated.get('ОТПРАВКА-1')).toBe(1);
  expect((await effectsOf('card-created', shops[0])).get('ОТПРАВКА-1')).toBe(1);
});

it('says what the marketplace minds in prices and photos, and lets the other cards pass', async () => {
  const { id } = await send(
    [
      { vendorCode: 'ЦЕНА-НЕТ', priceKopecks: 0 },
      { vendorCode: 'ЦЕНА-STOCKSALE' },
      { vendorCode: 'ФОТО-ПЛОХО', photos: ['https://images.example/bad.jpg'] },
      { vendorCode: 'ФОТО-МОЛЧА', photos: ['https://images.example/half.jpg'] },
      { vendorCode: 'ФОТО-ЗДЕСЬ', photos: ['ftp://images.example/1.jpg'] },
      { vendorCode: 'ВСЁ-ХОРОШО' },
    ],
    [shops[0].shopId],
  );
  expect((await waitForStatus(database, id, ['HAS_ERRORS', 'FINISHED'])).status).toBe('HAS_ERRORS');
  const errors = new Map((await openErrors(id)).map((error) => [error.vendor_code, error]));
  expect(errors.get('ЦЕНА-НЕТ')).toMatchObject({ stage: 'DISCOUNTS', field: 'priceKopecks' });
  expect(errors.get('ЦЕНА-STOCKSALE')).toMatchObject({ stage: 'DISCOUNTS', code: 'stock_sale' });
  expect(errors.get('ФОТО-ПЛОХО')).toMatchObject({ stage: 'IMAGES', field: 'photos' });
  expect(errors.get('ФОТО-МОЛЧА')).toMatchObject({ stage: 'IMAGES', code: 'photos_not_loaded' });
  expect(errors.get('ФОТО-ЗДЕСЬ')).toMatchObject({ stage: 'IMAGES', code: 'photo_unreachable' });
  expect(errors.has('ВСЁ-ХОРОШО')).toBe(false);
  expect(errors.size).toBe(5);
});

describe('a card that the shop has already', () => {
  it('is found by its vendor code and updated, not created', async () => {
    const response = await market.control('PUT', `/sellers/${shops[1].sid}/cards`, {
      cards: [{ vendorCode: 'УЖЕ-ЕСТЬ', title: 'Старое имя', subjectID: 812, price: 900, discount: 0 }],
    });
    const [{ nmID }] = response['cards'] as [{ nmID: number }];
    const { id, cardIds } = await send(
      [{ vendorCode: 'УЖЕ-ЕСТЬ' }, { vendorCode: 'ЕЩЁ-НЕТ-1' }, { vendorCode: 'ЕЩЁ-НЕТ-2' }],
      [shops[1].shopId],
    );
    expect((await waitForStatus(database, id, ['HAS_ERRORS', 'FINISHED'])).status).toBe('FINISHED');
    const row = await database.db
      .selectFrom('shop_cards')
      .select('nm_id')
      .where('card_id', '=', cardIds[0] ?? 0)
      .executeTakeFirstOrThrow();
    expect(row.nm_id).toBe(nmID);
    expect((await effectsOf('card-created', shops[1])).get('УЖЕ-ЕСТЬ')).toBeUndefined();
    expect((await effectsOf('card-created', shops[1])).get('ЕЩЁ-НЕТ-2')).toBe(1);
    expect((await effectsOf('card-updated', shops[1])).get('УЖЕ-ЕСТЬ')).toBe(1);
  });
});

it('waits with a quarantined price and finishes when the price is mended', async () => {
  await market.control('PUT', `/sellers/${shops[0].sid}/cards`, {
    cards: [{ vendorCode: 'КАРАНТИН', title: 'Кружка', subjectID: 812, price: 9000, discount: 0 }],
  });
  const { id, cardIds } = await send([{ vendorCode: 'КАРАНТИН', priceKopecks: 100_000 }], [shops[0].shopId]);
  expect((await waitForStatus(database, id, ['HAS_ERRORS', 'FINISHED'])).status).toBe('HAS_ERRORS');
  expect(await openErrors(id)).toMatchObject([
    { stage: 'DISCOUNTS', code: 'quarantine', field: 'priceKopecks' },
  ]);
  await database.db.updateTable('cards').set({ price_kopecks: 800_000 }).where('id', 'in', cardIds).execute();
  const { status } = await database.transaction((trx) =>
    retryShipment(trx, queue.jobs, { accountId: shops[0].accountId, shipmentId: id }),
  );
  expect(status).toBe('PENDING_SEND_DISCOUNTS');
  expect((await waitForStatus(database, id, ['HAS_ERRORS', 'FINISHED'])).status).toBe('FINISHED');
});

it('takes the mark of unsent changes away as far as it brought them: what it left out stays unsent', async () => {
  const [{ accountId, userId, shopId }] = shops;
  const { id, cardIds } = await send([{ vendorCode: 'ПРАВКА' }], [shopId]);
  await waitForStatus(database, id, ['HAS_ERRORS', 'FINISHED']);
  const [cardId = 0] = cardIds;
  const author = { accountId, userId };
  const edit = (changes: CardChanges) =>
    database.transaction(async (trx) => {
      const { version } = await cardOr404(trx, accountId, cardId);
      return await updateCard(trx, author, { cardId, version }, changes);
    });
  const isMarked = async () => (await cardOr404(database.db, accountId, cardId)).hasUnsentChanges;
  expect(await isMarked()).toBe(false);
  expect((await edit({ title: 'Кружка 400 мл', priceKopecks: 160_000 })).hasUnsentChanges).toBe(true);

  const shipWith = async (input: typeof options) => {
    const made = await database.transaction((trx) =>
      createShipment(trx, queue.jobs, { accountId, userId, cardIds, shopIds: [shopId], options: input }),
    );
    return (await waitForStatus(database, made.id, ['HAS_ERRORS', 'FINISHED'])).status;
  };
  expect(await shipWith({ ...options, withPrices: false, withDiscounts: false })).toBe('FINISHED');
  expect((await findUnsentChanges(database.db, accountId, cardId)).get(shopId)).toEqual([
    { field: 'priceKopecks', here: 160_000, inShop: 150_000 },
  ]);
  expect(await isMarked()).toBe(true);
  expect(await shipWith(options)).toBe('FINISHED');
  expect(await isMarked()).toBe(false);
});

it('does not let one shop without a token stop the other', async () => {
  const owner = shops[0];
  const bare = await createTestShop(database, market, owner, { categories: ['MARKETPLACE'] });
  const { id } = await send([{ vendorCode: 'БЕЗ-ТОКЕНА' }], [owner.shopId, bare.shopId]);
  expect((await waitForStatus(database, id, ['HAS_ERRORS', 'FINISHED'])).status).toBe('HAS_ERRORS');
  expect(await openErrors(id)).toMatchObject([
    { shop_id: bare.shopId, code: 'token', message: expect.stringContaining('Контент') },
  ]);
  const items = await database.db
    .selectFrom('shipment_items')
    .select(['shop_id', 'state'])
    .where('shipment_id', '=', id)
    .orderBy('shop_id')
    .execute();
  expect(items).toEqual([
    { shop_id: owner.shopId, state: 'done' },
    { shop_id: bare.shopId, state: 'failed' },
  ]);
});

it('of two who press «Повторить» at once lets one do it', async () => {
  const { id, cardIds } = await send([{ vendorCode: 'ДВОЕ-ERR' }], [shops[0].shopId]);
  await waitForStatus(database, id, ['HAS_ERRORS']);
  await database.db.updateTable('cards').set({ vendor_code: 'ДВОЕ' }).where('id', 'in', cardIds).execute();
  const presses = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      database.transaction((trx) =>
        retryShipment(trx, queue.jobs, { accountId: shops[0].accountId, shipmentId: id }),
      ),
    ),
  );
  expect(presses.filter((press) => press.status === 'fulfilled')).toHaveLength(1);
  expect(presses.find((press) => press.status === 'rejected')).toMatchObject({ reason: { status: 409 } });
  await waitForStatus(database, id, ['FINISHED']);
  const row = await database.db
    .selectFrom('shipments')
    .select('attempt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.attempt).toBe(2);
  expect((await effectsOf('card-created', shops[0])).get('ДВОЕ')).toBe(1);
});

it('gets through with real limits, and keeps count of them', async () => {
  const strict = await openTestMarket({ limits: 'real', speed: 40 });
  const owner = await createTestAccount(database);
  const shop = await createTestShop(database, strict, owner);
  await queue.jobs.stop();
  queue = await startTestQueue(database, strict.marketplace, [advanceShipmentJob]);
  const cardIds = await insertCards(
    database,
    owner.accountId,
    Array.from({ length: 9 }, (_, index) => ({ vendorCode: `ЛИМИТ-${String(index)}` })),
  );
  const { id } = await database.transaction((trx) =>
    createShipment(trx, queue.jobs, { ...owner, cardIds, shopIds: [shop.shopId], options }),
  );
  expect((await waitForStatus(database, id, ['HAS_ERRORS', 'FINISHED'])).status).toBe('FINISHED');
  const buckets = await database.db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', 'like', `${shop.sid}%`)
    .execute();
  const groups = buckets.map((bucket) => bucket.key.split(':')[1]);
  expect(groups).toEqual(
    expect.arrayContaining(['content-upload', 'content-list', 'prices', 'content-media']),
  );
  await strict.close();
});
