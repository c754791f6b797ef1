import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardOrderings } from '#contract/card-list.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import {
  addTestShop,
  addTestSubjects,
  addTestWarehouse,
  cardBody,
  CUPS,
  DRESSES,
  putIntoShop,
} from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});

// Each test starts with an empty account.
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`owner-${people}`);
});

afterAll(() => test.close());

async function createCard(vendorCode: string, changes = {}, person = owner) {
  const { status, body, headers } = await test.call(person, 'POST', '/cards/', {
    body: cardBody(vendorCode, changes),
  });
  expect(status).toBe(201);
  return { ...body, etag: headers['etag'] };
}

async function listed(query: string, person = owner) {
  const { status, body } = await test.call(person, 'GET', `/cards/?${query}`);
  expect(status).toBe(200);
  return {
    count: body.count,
    codes: body.results.map((card: { vendor_code: string }) => card.vendor_code),
    next: body.next,
    previous: body.previous,
  };
}

describe('the list', () => {
  it('finds by word, vendor code, nmId and barcode, whatever the case and the letter ё', async () => {
    const shopId = await addTestShop(test.database.db, owner.accountId);
    const card = await createCard('ТЁМ-77', {
      title: 'Кружка тёмная',
      brand: 'Полюс',
      sizes: [{ techSize: '', wbSize: '', skus: ['2039485716203'] }],
    });
    await createCard('OTHER', { title: 'Ваза' });
    await putIntoShop(
      test.database,
      { accountId: owner.accountId, shopId, cardId: card.id },
      { nmId: 777_888_999 },
    );
    for (const search of [
      'темная',
      'КРУЖКА тём',
      'тем-77',
      '777888999',
      '2039485716203',
      'кр',
      '7778',
      'т',
      // The other keyboard layout, and Latin letters that look the same.
      'rhe;rf ntvyfz',
      'TEM-77',
      // Another form of the word, punctuation, the article without its dash, the brand.
      'кружки тёмные',
      '«Кружка», тёмная!',
      'тем77',
      'tem77',
      'полюс',
    ]) {
      expect(await listed(`search=${encodeURIComponent(search)}`)).toMatchObject({ codes: ['ТЁМ-77'] });
    }
    expect(await listed('nm_id=777888999')).toMatchObject({ codes: ['ТЁМ-77'] });
    for (const search of ['%', '_', '\\', "' OR 1=1", 'емнаяя']) {
      expect(await listed(`search=${encodeURIComponent(search)}`)).toMatchObject({ count: 0 });
    }
  });

  it('filters by every filter', async () => {
    const { db } = test.database;
    const { accountId } = owner;
    const shopId = await addTestShop(db, accountId);
    const warehouse = await addTestWarehouse(db, { accountId, shopId }, 1);
    const full = await createCard('FULL', {
      brand: 'Керамия',
      photos: ['/media/drawn/mug-1-1.svg'],
      dimensions: { lengthCm: 10, widthCm: 10, heightCm: 10, weightKg: 0.4 },
      costPriceKopecks: 1000,
    });
    const low = await createCard('LOW', { brand: 'Сновея', subjectId: DRESSES });
    await createCard('DRAFT', { brand: 'Керамия' });
    await putIntoShop(
      test.database,
      { accountId, shopId, cardId: full.id },
      { amounts: { [warehouse]: 500 } },
    );
    await putIntoShop(
      test.database,
      { accountId, shopId, cardId: low.id },
      { amounts: { [warehouse]: 3 }, state: 'HAS_ERRORS' },
    );
    const expected: [query: string, codes: string[]][] = [
      [`shop=${shopId}`, ['FULL', 'LOW']],
      [`subject=${DRESSES}`, ['LOW']],
      [`subject=${DRESSES}&subject=${CUPS}`, ['DRAFT', 'FULL', 'LOW']],
      ['brand=Керамия', ['DRAFT', 'FULL']],
      ['brand=Керамия&stock=some', ['FULL']],
      ['state=HAS_ERRORS', ['LOW']],
      ['state=PUBLISHED', ['FULL']],
      ['state=DRAFT', ['DRAFT']],
      ['stock=none', ['DRAFT']],
      ['stock=low', ['LOW']],
      ['stock=some', ['FULL', 'LOW']],
      ['quality=no_photo', ['DRAFT', 'LOW']],
      ['quality=no_dimensions', ['DRAFT', 'LOW']],
      ['quality=no_cost_price', ['DRAFT', 'LOW']],
      ['shop=&brand=&subject=', ['DRAFT', 'FULL', 'LOW']],
    ];
    for (const [query, codes] of expected) {
      const found = await listed(encodeURI(query));
      expect([query, found.count, found.codes.sort()]).toEqual([query, codes.length, codes]);
    }
  });

  it('orders stably and divides into pages that neither overlap nor miss a card', async () => {
    const cards = [];
    for (let number = 0; number < 12; number += 1) {
      cards.push(
        await createCard(`P-${number}`, {
          title: `Кружка ${number % 3}`,
          priceKopecks: (number % 4) * 1000,
          discount: number % 5,
          costPriceKopecks: number % 3 === 0 ? null : (number % 7) * 100,
        }),
      );
    }
    for (const ordering of cardOrderings) {
      const pages = [];
      for (const offset of [0, 5, 10])
        pages.push(await listed(`ordering=${ordering}&limit=5&offset=${offset}`));
      expect(new Set(pages.flatMap((page) => page.codes)).size).toBe(12);
      expect(pages.map((page) => page.count)).toEqual([12, 12, 12]);
      const reversed = ordering.startsWith('-') ? ordering.slice(1) : `-${ordering}`;
      const whole = await listed(`ordering=${reversed}&limit=200`);
      expect(whole.codes.toReversed()).toEqual(pages.flatMap((page) => page.codes));
      const searched = await listed(`ordering=${ordering}&limit=200&search=кружка`);
      expect(searched.codes).toEqual(pages.flatMap((page) => page.codes));
    }
    const middle = await listed('limit=5&offset=5&ordering=title');
    expect(middle.next).toBe('/api/v1/cards/?limit=5&offset=10&ordering=title');
    expect(middle.previous).toBe('/api/v1/cards/?limit=5&offset=0&ordering=title');
    expect(await listed('offset=50&search=кружка')).toMatchObject({ count: 12, codes: [], next: null });
  });

  it('is sorted by orders of the last days in both directions, a card of which they are not known before none', async () => {
    const codes = ['A', 'B', 'C', 'D', 'E', 'F'];
    const ids = new Map<string, number>();
    for (const code of codes) ids.set(code, (await createCard(code)).id);
    for (const [code, recent] of Object.entries({ A: 2, B: 0, D: 7, E: 2, F: 9 })) {
      await test.database.db
        .updateTable('card_orders')
        .set({ recent })
        .where('card_id', '=', ids.get(code) ?? 0)
        .execute();
    }
    await test.call(owner, 'POST', '/cards/archive/', {
      body: { selection: { ids: [ids.get('F')] }, is_archived: true },
    });
    const expected: [query: string, codes: string[]][] = [
      ['', ['D', 'E', 'A', 'B', 'C']],
      ['&limit=2&offset=2', ['A', 'B']],
      ['&with_archived=true', ['F', 'D', 'E', 'A', 'B', 'C']],
      ['&state=ARCHIVED', ['F']],
      ['&state=DRAFT', ['D', 'E', 'A', 'B', 'C']],
      ['&search=кружка', ['D', 'E', 'A', 'B', 'C']],
      ['&search=кружка&limit=2&offset=1', ['E', 'A']],
      ['&stock=none', ['D', 'E', 'A', 'B', 'C']],
      ['&changes=unsent', []],
    ];
    for (const [query, found] of expected) {
      expect([query, (await listed(encodeURI(`ordering=-orders${query}`))).codes]).toEqual([query, found]);
    }
    expect((await listed('ordering=orders')).codes).toEqual(['C', 'B', 'A', 'E', 'D']);
    const stranger = await test.signIn(`stranger-${people}`);
    expect((await listed('ordering=orders', stranger)).codes).toEqual([]);
  });

  it('is sorted by the name of the subject and the brand within it, and by another name when it has one', async () => {
    await createCard('A', { subjectId: DRESSES, brand: 'Юг' });
    await createCard('B', { subjectId: CUPS, brand: 'Юг' });
    await createCard('C', { subjectId: DRESSES, brand: 'Северика' });
    await createCard('D', { subjectId: CUPS, brand: '' });
    expect((await listed('ordering=subject')).codes).toEqual(['D', 'B', 'C', 'A']);
    expect((await listed('ordering=-subject')).codes).toEqual(['A', 'C', 'B', 'D']);
    const rename = (name: string) =>
      test.database.db.updateTable('subjects').set({ name }).where('id', '=', CUPS).execute();
    await rename('Чашки');
    try {
      expect((await listed('ordering=subject')).codes).toEqual(['C', 'A', 'D', 'B']);
      const cup = await createCard('E', { subjectId: CUPS, brand: 'Юг' });
      expect((await listed('ordering=-subject')).codes[0]).toBe('E');
      await test.call(owner, 'PATCH', `/cards/${cup.id}/`, {
        body: { subject_id: DRESSES },
        version: cup.version,
      });
      expect((await listed('ordering=subject')).codes).toEqual(['C', 'A', 'E', 'D', 'B']);
    } finally {
      await rename('Кружки');
    }
  });

  it('says of a card what the card itself says, to the letter', async () => {
    const { db } = test.database;
    const { accountId } = owner;
    const shops = [await addTestShop(db, accountId), await addTestShop(db, accountId)];
    const created = await createCard('ROW-1', {
      title: 'Кружка «Ёж» "\\/\u0007 \u2028 🦔\n',
      brand: 'Керамия',
      photos: ['/media/drawn/mug-1-1.svg'],
      priceKopecks: 123_456,
      discount: 7,
    });
    for (const shopId of shops)
      await putIntoShop(test.database, { accountId, shopId, cardId: created.id }, {});
    await createCard('ROW-2');
    for (const search of ['', '&search=row']) {
      const { body } = await test.call(owner, 'GET', `/cards/?ordering=updated_at${search}`);
      for (const row of body.results) {
        const { photo, ...shown } = row;
        const { body: card } = await test.call(owner, 'GET', `/cards/${row.id}/`);
        expect(card).toMatchObject(shown);
        expect(photo).toBe(card.photos[0] ?? null);
      }
      expect(Object.keys(body.results[0])).toHaveLength(17);
      expect(body.results.map((row: { shop_ids: number[] }) => row.shop_ids)).toEqual([shops, []]);
    }
  });

  it('leaves archived cards out unless they are asked for', async () => {
    const card = await createCard('OLD');
    await createCard('NEW');
    const archived = await test.call(owner, 'POST', '/cards/archive/', {
      body: { selection: { ids: [card.id] }, is_archived: true },
    });
    expect(archived.body).toMatchObject({ ids: [card.id], count: 1 });
    expect(await listed('')).toMatchObject({ count: 1, codes: ['NEW'] });
    expect(await listed('state=ARCHIVED')).toMatchObject({ codes: ['OLD'] });
    expect(await listed('with_archived=true')).toMatchObject({ count: 2 });
    const { body } = await test.call(owner, 'GET', '/cards/counters/');
    expect(body).toEqual({
      all: 1,
      DRAFT: 1,
      PUBLISHED: 0,
      UPDATING: 0,
      HAS_ERRORS: 0,
      ARCHIVED: 1,
      UNSENT: 0,
    });
    await test.call(owner, 'POST', '/cards/archive/', {
      body: { selection: { filter: { state: 'ARCHIVED' } }, is_archived: false },
    });
    expect(await listed('')).toMatchObject({ count: 2 });
  });

  it('answers subjects and brands that the cards have', async () => {
    await createCard('F-1', { brand: 'Керамия' });
    await createCard('F-2', { brand: 'Керамия', subjectId: DRESSES });
    const { body } = await test.call(owner, 'GET', '/cards/facets/');
    expect(body).toEqual({
      subjects: [
        { id: CUPS, name: 'Кружки', count: 1 },
        { id: DRESSES, name: 'Платья', count: 1 },
      ],
      brands: [{ name: 'Керамия', count: 2 }],
    });
  });
});
