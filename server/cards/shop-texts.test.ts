import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardContentSchema } from '#contract/cards.ts';
import { createShipment } from '#server/shipments/create-shipment.ts';
import { toSnakeKey } from '#contract/wire.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import {
  addTestShop,
  addTestSubjects,
  cardBody,
  DRESSES,
  putIntoShop,
} from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;
let shopId: number;
let otherShopId: number;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
  shopId = await addTestShop(test.database.db, owner.accountId, 'Северика');
  otherShopId = await addTestShop(test.database.db, owner.accountId, 'Тула');
});
afterAll(() => test.close());

async function createCard(vendorCode: string, changes = {}): Promise<number> {
  const { body } = await test.call(owner, 'POST', '/cards/', { body: cardBody(vendorCode, changes) });
  return body.id;
}

async function save(id: number, body: object) {
  const { body: card } = await test.call(owner, 'GET', `/cards/${id}/`);
  return await test.call(owner, 'PATCH', `/cards/${id}/`, { body, version: card.version });
}

async function textsSent(cardId: number): Promise<Map<number, { title: string; description: string }>> {
  const { accountId, userId } = owner;
  const options = { withPrices: false, withDiscounts: false, withImages: false };
  const input = { accountId, userId, cardIds: [cardId], shopIds: [shopId, otherShopId], options };
  const { id } = await test.database.transaction((trx) => createShipment(trx, test.deps.jobs, input));
  const items = await test.database.db
    .selectFrom('shipment_items')
    .select(['shop_id', 'title', 'snapshot'])
    .where('shipment_id', '=', id)
    .execute();
  return new Map(
    items.map(({ shop_id, title, snapshot }) => {
      const { title: inSnapshot, description } = snapshot as { title: string; description: string };
      expect(inSnapshot).toBe(title);
      return [shop_id, { title, description }];
    }),
  );
}

const ownText = (title: string, description = '', place = shopId) => ({ shop_id: place, title, description });
const inShop = async (id: number, place = shopId) =>
  (await test.call(owner, 'GET', `/cards/${id}/shop-cards/`)).body.find(
    (one: { shop_id: number }) => one.shop_id === place,
  );

describe('a text for one shop', () => {
  it('goes to that shop, and the card’s own to the others', async () => {
    const id = await createCard('OWN-TEXT', { description: 'Для чая' });
    const { status, body } = await save(id, { shop_texts: [ownText('  Пиала\n синяя ')] });
    expect(status).toBe(200);
    expect(body.shop_texts).toEqual([ownText('Пиала синяя')]);
    expect(await textsSent(id)).toEqual(
      new Map([
        [shopId, { title: 'Пиала синяя', description: 'Для чая' }],
        [otherShopId, { title: 'Кружка керамическая 450 мл', description: 'Для чая' }],
      ]),
    );
    expect((await inShop(id)).title).toBe('Пиала синяя');
    await save(id, { shop_texts: [ownText('', 'Для кофе', otherShopId), ownText('', '')] });
    expect(await textsSent(id)).toEqual(
      new Map([
        [shopId, { title: 'Кружка керамическая 450 мл', description: 'Для чая' }],
        [otherShopId, { title: 'Кружка керамическая 450 мл', description: 'Для кофе' }],
      ]),
    );
    expect((await inShop(id)).title).toBeNull();
  });

  it('is an unsent change of that shop alone, also when the card’s own text changes under it', async () => {
    const id = await createCard('OWN-UNSENT');
    for (const place of [shopId, otherShopId]) {
      const where = { accountId: owner.accountId, shopId: place, cardId: id };
      await putIntoShop(test.database, where, { nmId: id * 10 + place });
    }
    await save(id, { shop_texts: [ownText('Пиала', 'Для плова')] });
    expect((await inShop(id)).unsent_changes).toEqual([
      { field: 'description', here: null, in_shop: null },
      { field: 'title', here: 'Пиала', in_shop: 'Кружка керамическая 450 мл' },
    ]);
    expect((await inShop(id, otherShopId)).unsent_changes).toEqual([]);
    await save(id, { title: 'Чашка' });
    expect((await inShop(id)).unsent_changes).toContainEqual(
      expect.objectContaining({ field: 'title', here: 'Пиала' }),
    );
    expect((await inShop(id, otherShopId)).unsent_changes).toEqual([
      { field: 'title', here: 'Чашка', in_shop: 'Кружка керамическая 450 мл' },
    ]);
  });

  it('goes with the copies of a card, but a title does not: a copy has another', async () => {
    const id = await createCard('OWN-COPY', { description: 'Для чая' });
    await save(id, { shop_texts: [ownText('Пиала', 'Для плова'), ownText('Чашка', '', otherShopId)] });
    const copyTitle = 'Кружка синяя';
    const row = { vendor_code: 'OWN-COPY-ROW', title: copyTitle };
    const path = `/cards/${id}/duplicate/`;
    const made = [
      await test.call(owner, 'POST', path, { body: { copies: 1 }, key: crypto.randomUUID() }),
      await test.call(owner, 'POST', path, { body: { copies: 1, rows: [row] }, key: crypto.randomUUID() }),
      await test.call(owner, 'POST', '/cards/copies/', {
        body: { rows: [{ card_id: id, vendor_code: 'OWN-COPY-MANY', title: 'Кружка красная' }] },
        key: crypto.randomUUID(),
      }),
    ];
    const copies = made.map(({ body }) => body.cards[0]);
    for (const { id: copyId } of copies) {
      const { body: copy } = await test.call(owner, 'GET', `/cards/${copyId}/`);
      expect(copy.shop_texts).toEqual([ownText('', 'Для плова')]);
    }
    expect(await textsSent(copies[1].id)).toEqual(
      new Map([
        [shopId, { title: copyTitle, description: 'Для плова' }],
        [otherShopId, { title: copyTitle, description: 'Для чая' }],
      ]),
    );
    const { body: sources } = await test.call(owner, 'POST', '/cards/copies/sources/', {
      body: { card_ids: [id, copies[0].id] },
    });
    expect(sources.results.map((one: { has_shop_titles: boolean }) => one.has_shop_titles)).toEqual([
      true,
      false,
    ]);
  });

  it('is refused when it is too long, said twice, or for a shop of somebody else', async () => {
    const id = await createCard('OWN-REFUSED');
    const stranger = await test.signIn('stranger');
    const theirs = await addTestShop(test.database.db, stranger.accountId, 'Чужой');
    const bad = [
      [ownText('о'.repeat(61))],
      [ownText('', 'о'.repeat(5001))],
      [ownText('Пиала'), ownText('Чашка')],
      [ownText('Пиала', '', theirs)],
      [{ shop_id: shopId }],
    ];
    for (const shopTexts of bad) {
      expect((await save(id, { shop_texts: shopTexts })).status, JSON.stringify(shopTexts)).toBe(400);
    }
    expect((await test.call(owner, 'GET', `/cards/${id}/`)).body.shop_texts).toEqual([]);
  });

  it('is checked for what the marketplace would refuse, in that shop alone, as it stands on the screen', async () => {
    const id = await createCard('OWN-CHECK');
    const { body: card } = await test.call(owner, 'GET', `/cards/${id}/`);
    const content = Object.fromEntries(
      Object.keys(cardContentSchema.shape).map((field) => [toSnakeKey(field), card[toSnakeKey(field)]]),
    );
    const check = async (shopTexts: object[]) => {
      const body = {
        selection: { ids: [id] },
        shop_ids: [shopId],
        content: { ...content, shop_texts: shopTexts },
      };
      const { body: found } = await test.call(owner, 'POST', '/cards/check-card/', { body });
      return found.problems.filter((one: { field: string }) => one.field.startsWith('shopTexts'));
    };
    expect(await check([ownText('Пиала')])).toEqual([]);
    expect(await check([ownText('Пиала 😊', 'Пишите a@b.ru'), ownText('😊', '', otherShopId)])).toEqual([
      expect.objectContaining({ shop_id: shopId, kind: 'error', field: `shopTexts.${shopId}` }),
      expect.objectContaining({ shop_id: shopId, kind: 'error', field: `shopTexts.${shopId}` }),
    ]);
  });
});

describe('every field that a person writes on a card', () => {
  const VIDEO_NAME = `${'1'.repeat(32)}.mp4`;
  const OTHER: Record<keyof typeof cardContentSchema.shape, unknown> = {
    vendorCode: 'HISTORY-OF-ALL-2',
    title: 'Пиала',
    description: 'Для плова',
    shopTexts: [],
    subjectId: DRESSES,
    brand: 'Керамия',
    dimensions: { length_cm: 1, width_cm: 2, height_cm: 3, weight_kg: 4 },
    characteristics: [{ id: 900001, values: ['450'] }],
    sizes: [{ tech_size: 'L', wb_size: '50', skus: [] }],
    photos: ['https://example.ru/1.jpg'],
    video: `/media/videos/${VIDEO_NAME}`,
    tags: ['Хит'],
    priceKopecks: 120_000,
    discount: 1,
    clubDiscount: 2,
    costPriceKopecks: 3000,
  };

  it('is kept in its history', async () => {
    const id = await createCard('HISTORY-OF-ALL');
    const { accountId, userId } = owner;
    await test.database.db
      .insertInto('media_files')
      .values({
        account_id: accountId,
        uploaded_by: userId,
        name: VIDEO_NAME,
        sha256: VIDEO_NAME,
        bytes: 1,
        width: 0,
        height: 0,
      })
      .execute();
    for (const [field, value] of Object.entries(OTHER)) {
      const given = field === 'shopTexts' ? [ownText('Своё')] : value;
      expect((await save(id, { [toSnakeKey(field)]: given })).status, field).toBe(200);
      const { results } = (await test.call(owner, 'GET', `/cards/${id}/changes/`)).body;
      expect(Object.keys(results[0].after), field).toContain(toSnakeKey(field));
    }
  });
});
