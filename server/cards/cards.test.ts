import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import {
  addTestShop,
  addTestSubjects,
  addTestWarehouse,
  cardBody,
  putIntoShop,
} from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;
let stranger: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  stranger = await test.signIn('stranger');
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

describe('creating a card', () => {
  it('answers it as a draft with its version and final price', async () => {
    const card = await createCard('A-1', { title: ' Кружка\nбольшая ', description: 'Раз\r\nдва' });
    expect(card).toMatchObject({
      vendor_code: 'A-1',
      title: 'Кружка большая',
      description: 'Раз\nдва',
      subject_name: 'Кружки',
      state: 'DRAFT',
      version: 1,
      final_price_kopecks: 60_000,
      updated_by: expect.stringContaining('owner'),
      etag: '"v1"',
    });
  });

  it('refuses a vendor code that another card has, and takes it in another account', async () => {
    await createCard('SAME');
    const again = await test.call(owner, 'POST', '/cards/', { body: cardBody('SAME') });
    expect(again.status).toBe(400);
    expect(again.body.errors).toEqual([{ field: 'vendor_code', detail: expect.stringContaining('SAME') }]);
    await createCard('SAME', {}, await test.signIn(`other-${people}`));
  });

  it('lets one of several at the same moment have a vendor code', async () => {
    const responses = await Promise.all(
      [1, 2, 3].map(() => test.call(owner, 'POST', '/cards/', { body: cardBody('RACE') })),
    );
    expect(responses.map((response) => response.status).sort((one, other) => one - other)).toEqual([
      201, 400, 400,
    ]);
  });

  it('refuses an unknown subject and unknown fields', async () => {
    const subject = await test.call(owner, 'POST', '/cards/', { body: cardBody('B', { subjectId: 1 }) });
    expect(subject.body.errors[0].field).toBe('subject_id');
    const field = await test.call(owner, 'POST', '/cards/', { body: { ...cardBody('B'), account_id: 1 } });
    expect(field.status).toBe(400);
  });
});

describe('changing a card', () => {
  it('writes what was given, raises the version and keeps the rest', async () => {
    const card = await createCard('C-1', { description: 'Остаётся' });
    const { status, body, headers } = await test.call(owner, 'PATCH', `/cards/${card.id}/`, {
      body: { title: 'Кружка новая', price_kopecks: 50_000 },
      version: 1,
    });
    expect(status).toBe(200);
    expect(headers['etag']).toBe('"v2"');
    expect(body).toMatchObject({
      title: 'Кружка новая',
      price_kopecks: 50_000,
      description: 'Остаётся',
      version: 2,
    });
    expect(await listed('search=новая')).toMatchObject({ count: 1 });
  });

  it('is refused with the card as it is now when somebody was faster', async () => {
    const card = await createCard('C-2');
    await test.call(owner, 'PATCH', `/cards/${card.id}/`, { body: { title: 'Первая' }, version: 1 });
    const late = await test.call(owner, 'PATCH', `/cards/${card.id}/`, {
      body: { title: 'Вторая' },
      version: 1,
    });
    expect(late.status).toBe(412);
    expect(late.body.code).toBe('version_conflict');
    expect(late.body.current).toMatchObject({ id: card.id, title: 'Первая', version: 2 });
  });

  it('of two at the same moment lets exactly one through', async () => {
    const card = await createCard('C-3');
    const responses = await Promise.all(
      ['Раз', 'Два', 'Три', 'Четыре'].map((title) =>
        test.call(owner, 'PATCH', `/cards/${card.id}/`, { body: { title }, version: 1 }),
      ),
    );
    expect(responses.map((response) => response.status).sort((one, other) => one - other)).toEqual([
      200, 412, 412, 412,
    ]);
  });

  it('demands a version', async () => {
    const card = await createCard('C-4');
    expect((await test.call(owner, 'PATCH', `/cards/${card.id}/`, { body: {} })).status).toBe(428);
  });
});

describe('duplicating', () => {
  it('makes drafts with vendor codes and titles of their own and no barcodes', async () => {
    const long = 'Кружка керамическая с крышкой и ложкой в подарочной коробке';
    const card = await createCard('D'.repeat(72), {
      title: long,
      sizes: [{ techSize: '', wbSize: '', skus: ['2039485716203'] }],
    });
    const path = `/cards/${card.id}/duplicate/`;
    const first = await test.call(owner, 'POST', path, { body: { copies: 3 }, key: 'copies-first-1' });
    expect(first.status).toBe(201);
    const second = await test.call(owner, 'POST', path, { body: { copies: 2 }, key: 'copies-second-2' });
    const copies = [...first.body.cards, ...second.body.cards];
    expect(copies).toHaveLength(5);
    expect(new Set(copies.map((copy) => copy.vendor_code)).size).toBe(5);
    expect(new Set(copies.map((copy) => copy.title)).size).toBe(5);
    for (const copy of copies) {
      expect(copy.vendor_code.length).toBeLessThanOrEqual(72);
      expect(copy.title.length).toBeLessThanOrEqual(60);
      expect(copy.state).toBe('DRAFT');
      const { body } = await test.call(owner, 'GET', `/cards/${copy.id}/`);
      expect(body.sizes).toEqual([{ tech_size: '', wb_size: '', skus: [] }]);
    }
  });
});

describe('another account', () => {
  it('never sees, changes, copies or archives a card', async () => {
    const card = await createCard('SECRET-1', { title: 'Тайная кружка', brand: 'Тайный бренд' });
    const path = `/cards/${card.id}/`;
    const responses = [
      await test.call(stranger, 'GET', path),
      await test.call(stranger, 'PATCH', path, { body: { title: 'Чужая' }, version: 1 }),
      await test.call(stranger, 'POST', `${path}duplicate/`, { body: { copies: 1 }, key: 'copy-stranger-1' }),
      await test.call(stranger, 'GET', `${path}shop-cards/`),
      await test.call(stranger, 'POST', '/cards/archive/', {
        body: { selection: { ids: [card.id] }, is_archived: true },
      }),
      await test.call(stranger, 'POST', '/cards/check-card/', {
        body: { selection: { ids: [card.id] }, shop_ids: [] },
      }),
      await test.call(stranger, 'POST', `${path}send-stocks/`, {
        body: { stocks: [{ warehouse_id: 1, chrt_id: 1, amount: 1 }] },
        key: 'stocks-stranger-1',
      }),
    ];
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    const lists = [
      await test.call(stranger, 'GET', '/cards/?search=тайная&with_archived=true'),
      await test.call(stranger, 'GET', '/cards/facets/'),
      await test.call(stranger, 'GET', '/cards/counters/'),
    ];
    for (const { status, text } of lists) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/[Тт]айн/);
    }
    expect((await test.call(owner, 'GET', path)).body).toMatchObject({ title: 'Тайная кружка', version: 1 });
  });

  it('makes a selection that names a foreign card fail as a whole', async () => {
    const own = await createCard('MINE');
    const foreign = await createCard('THEIRS', {}, await test.signIn(`theirs-${people}`));
    const { status } = await test.call(owner, 'POST', '/cards/archive/', {
      body: { selection: { ids: [own.id, foreign.id] }, is_archived: true },
    });
    expect(status).toBe(404);
    expect(await listed('')).toMatchObject({ codes: ['MINE'] });
  });
});

describe('the card in shops', () => {
  it('is answered for every shop, also where it was never sent', async () => {
    const { db } = test.database;
    const { accountId } = owner;
    const first = await addTestShop(db, accountId, 'Первый');
    await addTestShop(db, accountId, 'Второй');
    const warehouse = await addTestWarehouse(db, { accountId, shopId: first }, 1);
    const card = await createCard('S-1');
    await putIntoShop(
      test.database,
      { accountId, shopId: first, cardId: card.id },
      { chrtId: 555, amounts: { [warehouse]: 7 } },
    );
    const { body } = await test.call(owner, 'GET', `/cards/${card.id}/shop-cards/`);
    expect(body).toMatchObject([
      {
        shop_name: 'Первый',
        state: 'PUBLISHED',
        nm_id: 120_000_000 + card.id,
        sizes: [{ chrt_id: 555, stocks: [{ warehouse_id: warehouse, amount: 7 }] }],
      },
      { shop_name: 'Второй', state: 'NOT_SENT', nm_id: null, vendor_code: 'S-1', sizes: [] },
    ]);
    const row = await test.call(owner, 'GET', `/cards/${card.id}/`);
    expect(row.body).toMatchObject({ stock: 7, shop_ids: [first], state: 'PUBLISHED', version: 1 });
  });
});
