import { beforeEach, describe, expect, it } from 'vitest';
import { testBulkEdits, UP_5 } from '#tests/support/cards/bulk-edits.ts';
import { addTestShop } from '#tests/support/cards/fixtures.ts';

const bulk = testBulkEdits();
const { addCards, create, rowsOf, apply } = bulk;

const FOUND = { kind: 'REPLACE', find: 'Кружка', is_case_sensitive: false, is_whole_word: false };
const replace = (...fields: string[]) => ({ ...FOUND, fields, replacement: 'Чашка' });
const template = (field: string) => ({ kind: 'TEMPLATE', field, template: '{предмет} {артикул}' });

let shopId: number;
let otherShopId: number;
beforeEach(async () => {
  const { db } = bulk.test.database;
  shopId = await addTestShop(db, bulk.owner.accountId, 'Север');
  otherShopId = await addTestShop(db, bulk.owner.accountId, 'Юг');
});

/** Of the card and, by shop, of its shops: an empty one is the card's. */
async function setTexts(
  cardId: number,
  description: string,
  ...own: { shopId: number; title?: string; description?: string }[]
): Promise<void> {
  const texts = own.map((one) => ({ title: '', description: '', ...one }));
  await bulk.test.database.db
    .updateTable('cards')
    .set({ description, shop_texts: JSON.stringify(texts) })
    .where('id', '=', cardId)
    .execute();
}

/** «Кружка 1» with a title of its own in one shop, 2 with a description in another, 3 with both, 4 with none that is not empty. */
async function addCardsWithTexts(): Promise<number[]> {
  const ids = await addCards(4);
  const [title, description, both, none] = ids;
  await setTexts(title!, 'Кружка для чая', { shopId, title: 'Пиала' });
  await setTexts(
    description!,
    'Кружка для чая',
    { shopId },
    { shopId: otherShopId, description: 'Для плова' },
  );
  await setTexts(both!, 'Кружка для чая', { shopId, title: 'Пиала', description: 'Для плова' });
  await setTexts(none!, 'Кружка для чая', { shopId });
  return ids;
}

const keptIn = async (editId: number) =>
  (await rowsOf(editId)).map((row: { own_texts?: string[] }) => row.own_texts);

describe('a text that a shop has of its own', () => {
  it.each([
    ['title', [['title'], undefined, ['title'], undefined]],
    ['description', [undefined, ['description'], ['description'], undefined]],
  ])('is said to stay where a card’s %s is replaced or made by a template', async (field, kept) => {
    await addCardsWithTexts();
    for (const change of [replace(field), template(field)]) {
      const { body: edit } = await create(undefined, change);
      expect(edit).toMatchObject({ counts: { ready: 4 }, warned_count: 2 });
      expect(await keptIn(edit.id)).toEqual(kept);
      expect(await rowsOf(edit.id, '?warned=true')).toHaveLength(2);
    }
  });

  it('stands beside the warnings of before: installed builds refuse a row with one that they do not know', async () => {
    await addCardsWithTexts();
    const { body: edit } = await create(undefined, replace('title', 'description'));
    const rows = await rowsOf(edit.id);
    expect(rows).toMatchObject([
      { warnings: [], own_texts: ['title'] },
      { warnings: [], own_texts: ['description'] },
      { warnings: [], own_texts: ['title', 'description'] },
      { warnings: [] },
    ]);
    expect(rows[3]).not.toHaveProperty('own_texts');
  });

  it('is said to stay where a row of a table changes the card’s, and only of what the row changes', async () => {
    const [, , both] = await addCardsWithTexts();
    const keptBy = async (row: object) => {
      const { body } = await bulk.test.call(bulk.owner, 'POST', '/cards/bulk-edits/table/', {
        body: { key: 'CARD_ID', rows: [{ line: 1, key: String(both), ...row }] },
      });
      return (await keptIn(body.edit.id))[0];
    };
    expect(await keptBy({ title: 'Чашка', description: 'Чашка для чая' })).toEqual(['title', 'description']);
    expect(await keptBy({ title: 'Чашка', description: 'Кружка для чая' })).toEqual(['title']);
    expect(await keptBy({ description: 'Чашка для чая', price_kopecks: 90_000 })).toEqual(['description']);
    expect(await keptBy({ price_kopecks: 90_000, brand: 'Север' })).toBeUndefined();
  });

  it('is nobody’s business in an edit of prices, nor is another account’s', async () => {
    await addCardsWithTexts();
    const { owner } = bulk;
    bulk.owner = await bulk.signInStranger();
    await addCards(1);
    const { body: strangers } = await create(undefined, replace('title'));
    expect(await keptIn(strangers.id)).toEqual([undefined]);
    bulk.owner = owner;
    const { body: edit } = await create(undefined, UP_5);
    expect(edit).toMatchObject({ counts: { ready: 4 }, warned_count: 0 });
    expect(await keptIn(edit.id)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('stays, and the file of the edit says so', async () => {
    const [first] = await addCardsWithTexts();
    const { body: edit } = await create(undefined, replace('title'));
    const file = await bulk.test.app.inject({
      url: `/api/v1/cards/bulk-edits/${edit.id}/export/?format=csv`,
      headers: bulk.owner.headers,
    });
    expect(
      file.body.split('\r\n').filter((line) => line.includes('Есть своё наименование в магазине')),
    ).toEqual([expect.stringMatching(/^K-1;/), expect.stringMatching(/^K-3;/)]);
    await apply(edit.id, 4);
    const { body: card } = await bulk.test.call(bulk.owner, 'GET', `/cards/${first}/`);
    expect(card.title).toBe('Чашка 1');
    expect(card.shop_texts).toEqual([{ shop_id: shopId, title: 'Пиала', description: '' }]);
  });
});
