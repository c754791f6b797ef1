import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { storeMarketplaceCards } from '#server/sync/store-marketplace-cards.ts';
import { addTestShop, addTestSubjects, cardBody, CUPS, putIntoShop } from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;
let shopId: number;
let otherShopId: number;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
  shopId = await addTestShop(test.database.db, owner.accountId, 'Северика');
  otherShopId = await addTestShop(test.database.db, owner.accountId, 'Московский');
});

afterAll(() => test.close());

/** A card that the given shops have as it is. */
async function publishedCard(vendorCode: string, inShops: number[], changes = {}): Promise<number> {
  const { body } = await test.call(owner, 'POST', '/cards/', { body: cardBody(vendorCode, changes) });
  for (const place of inShops) {
    await putIntoShop(
      test.database,
      { accountId: owner.accountId, shopId: place, cardId: body.id },
      { priceKopecks: 100_000, discount: 40, nmId: body.id * 10 + place },
    );
  }
  return body.id;
}

async function save(id: number, body: object) {
  const { body: card } = await test.call(owner, 'GET', `/cards/${id}/`);
  const response = await test.call(owner, 'PATCH', `/cards/${id}/`, { body, version: card.version });
  expect(response.status).toBe(200);
  return response.body;
}

const read = async (id: number) => (await test.call(owner, 'GET', `/cards/${id}/`)).body;
const counted = async () => (await test.call(owner, 'GET', '/cards/counters/')).body.UNSENT;
const listed = async (query = '') => (await test.call(owner, 'GET', `/cards/?changes=unsent${query}`)).body;
async function differences(id: number, place = shopId) {
  const { body } = await test.call(owner, 'GET', `/cards/${id}/shop-cards/`);
  return body.find((one: { shop_id: number }) => one.shop_id === place).unsent_changes;
}

describe('a card that was changed here and not sent', () => {
  it('is marked, counted and found, says what differs, and is not when the edit is taken back by hand', async () => {
    const id = await publishedCard('UNSENT-EDIT', [shopId]);
    expect((await read(id)).has_unsent_changes).toBe(false);
    const before = await counted();

    const saved = await save(id, { price_kopecks: 305_000, description: 'Новое описание' });
    expect(saved).toMatchObject({ has_unsent_changes: true, state: 'PUBLISHED' });
    expect(await counted()).toBe(before + 1);
    const { count, results } = await listed();
    expect(count).toBe(before + 1);
    expect(results[0]).toMatchObject({ id, has_unsent_changes: true });
    expect((await listed(`&shop=${otherShopId}`)).count).toBe(0);
    expect(await differences(id)).toEqual([
      { field: 'description', here: null, in_shop: null },
      { field: 'priceKopecks', here: 305_000, in_shop: 100_000 },
    ]);

    expect(await save(id, { price_kopecks: 100_000, description: '' })).toMatchObject({
      has_unsent_changes: false,
    });
    expect(await counted()).toBe(before);
    expect(await differences(id)).toEqual([]);
  });

  it('of what a shop is never given nothing is marked: cost price, tags, the vendor code', async () => {
    const id = await publishedCard('UNSENT-OWN', [shopId]);
    const saved = await save(id, { cost_price_kopecks: 5000, tags: ['лето'], vendor_code: 'UNSENT-OWN-2' });
    expect(saved.has_unsent_changes).toBe(false);
  });

  it('characteristics in another order and empty ones are no change', async () => {
    const colour = { id: 14177449, values: ['синий'] };
    const volume = { id: 900001, values: ['450'] };
    const id = await publishedCard('UNSENT-ORDER', [shopId], { characteristics: [colour, volume] });
    expect((await save(id, { characteristics: [volume, colour] })).has_unsent_changes).toBe(false);
    expect((await save(id, { characteristics: [volume] })).has_unsent_changes).toBe(true);
  });

  it('is told shop by shop: a price of its own counts for its shop only', async () => {
    const id = await publishedCard('UNSENT-SHOPS', [shopId, otherShopId]);
    await test.call(owner, 'PATCH', `/cards/${id}/shop-cards/${shopId}/`, {
      body: { own_price_kopecks: 120_000, own_discount: null },
    });
    expect((await read(id)).has_unsent_changes).toBe(true);
    expect(await differences(id)).toEqual([{ field: 'priceKopecks', here: 120_000, in_shop: 100_000 }]);
    expect(await differences(id, otherShopId)).toEqual([]);
    await test.call(owner, 'PATCH', `/cards/${id}/shop-cards/${shopId}/`, {
      body: { own_price_kopecks: null, own_discount: null },
    });
    expect((await read(id)).has_unsent_changes).toBe(false);
  });

  it('drafts are never marked, and what is archived is not while it is there', async () => {
    const draft = await publishedCard('UNSENT-DRAFT', []);
    expect((await save(draft, { title: 'Другая кружка' })).has_unsent_changes).toBe(false);

    const id = await publishedCard('UNSENT-ARCHIVE', [shopId]);
    await save(id, { title: 'Другая кружка' });
    const before = await counted();
    const move = (isArchived: boolean) =>
      test.call(owner, 'POST', '/cards/archive/', {
        body: { selection: { ids: [id] }, is_archived: isArchived },
      });
    await move(true);
    expect((await read(id)).has_unsent_changes).toBe(false);
    expect(await counted()).toBe(before - 1);
    await move(false);
    expect((await read(id)).has_unsent_changes).toBe(true);
    expect(await counted()).toBe(before);
  });

  it('that the marketplace has by now after all is not marked', async () => {
    const id = await publishedCard('UNSENT-THERE', [shopId]);
    await test.database.db
      .updateTable('shop_cards')
      .set({ price_kopecks: 90_000 })
      .where('card_id', '=', id)
      .execute();
    expect((await save(id, { price_kopecks: 90_000 })).has_unsent_changes).toBe(false);
    expect((await save(id, { price_kopecks: 80_000 })).has_unsent_changes).toBe(true);
    expect(await differences(id)).toEqual([{ field: 'priceKopecks', here: 80_000, in_shop: 90_000 }]);
  });

  it('reading the shop marks nothing: neither a card met for the first time nor one known here already', async () => {
    const known = await publishedCard('UNSENT-MET', []);
    const met = (vendorCode: string, nmId: number) => ({
      nmId,
      imtId: 0,
      vendorCode,
      subjectId: CUPS,
      subjectName: 'Кружки',
      title: 'Кружка с маркетплейса',
      description: 'Другое описание',
      brand: 'Керамия',
      dimensions: { lengthCm: 1, widthCm: 2, heightCm: 3, weightKg: 1, isValid: true },
      characteristics: [{ id: 900001, name: 'Объем', values: ['300'] }],
      sizes: [{ chrtId: nmId * 10, techSize: '0', wbSize: '', skus: [] }],
      photos: [],
      video: nmId === 777_001 ? 'https://videonme-basket-12.wbbasket.ru/1/hls/index.m3u8' : '',
      tags: [],
      updatedAt: '2026-11-01T10:00:00Z',
    });
    const cards = [met('UNSENT-MET', 777_001), met('UNSENT-NEW', 777_002)];
    const before = await counted();
    await test.database.transaction((trx) =>
      storeMarketplaceCards(trx, owner.accountId, shopId, cards as never),
    );
    expect(await counted()).toBe(before);
    const videos = await test.database.db
      .selectFrom('shop_cards')
      .select(['nm_id', 'has_video'])
      .where('nm_id', 'in', [777_001, 777_002])
      .orderBy('nm_id')
      .execute();
    expect(videos.map((row) => row.has_video)).toEqual([true, false]);
    // The shop's title is its own, once: read again, nothing that was written since is undone.
    const taken = { shop_id: shopId, title: 'Кружка с маркетплейса', description: '' };
    expect((await read(known)).shop_texts).toEqual([taken]);
    await save(known, { shop_texts: [] });
    await test.database.transaction((trx) =>
      storeMarketplaceCards(trx, owner.accountId, shopId, cards as never),
    );
    expect((await read(known)).shop_texts).toEqual([]);
    // Another card of the marketplace under the same article stays out, and so does its title.
    await test.database.transaction((trx) =>
      storeMarketplaceCards(trx, owner.accountId, shopId, [met('UNSENT-MET', 777_009)] as never),
    );
    expect((await read(known)).shop_texts).toEqual([]);
    await save(known, { shop_texts: [taken] });
    expect((await save(known, { brand: 'Иная' })).has_unsent_changes).toBe(true);
    const [made] = (await test.call(owner, 'GET', '/cards/?search=UNSENT-NEW')).body.results;
    expect(made.has_unsent_changes).toBe(false);
    expect((await save(made.id, { title: 'Кружка иначе' })).has_unsent_changes).toBe(true);
  });
});
