import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, CUPS, putIntoShop } from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('exporter');
});
afterAll(() => test.close());

const exported = (selection: object, format = 'csv', { headers } = owner) =>
  test.app.inject({
    method: 'POST',
    url: '/api/v1/cards/export/',
    headers,
    payload: { selection, format },
  });

async function addCards(count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, search_text)
    SELECT ${owner.accountId}, 'ROW-' || n, 'Кружка ' || n, ${CUPS}, ' кружка row-' || n
    FROM generate_series(1, ${count}) AS n RETURNING id`.execute(test.database.db);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

it('a chosen card comes with what it is, its barcodes and its shops', async () => {
  const shopId = await addTestShop(test.database.db, owner.accountId);
  const { body: card } = await test.call(owner, 'POST', '/cards/', {
    body: {
      vendor_code: '=КР-1',
      title: 'Кружка «Утро»',
      description: 'Для чая;\nи кофе',
      subject_id: CUPS,
      brand: 'Керамия',
      dimensions: { length_cm: 13, width_cm: 11, height_cm: 10, weight_kg: 0.42 },
      characteristics: [],
      sizes: [
        { tech_size: 'S', wb_size: '', skus: ['2039485716203', '2039485716204'] },
        { tech_size: 'M', wb_size: '', skus: [] },
      ],
      photos: [],
      tags: ['новинка'],
      price_kopecks: 123_450,
      discount: 10,
      club_discount: 5,
      cost_price_kopecks: null,
    },
  });
  await putIntoShop(
    test.database,
    { accountId: owner.accountId, shopId, cardId: card.id },
    { nmId: 159_206_280 },
  );
  const response = await exported({ ids: [card.id], expected_count: 1 });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.headers['content-disposition']).toContain(encodeURIComponent('Карточки.csv'));
  const [head = '', ...rows] = response.body.split('\r\n');
  expect(head.split(';')).toHaveLength(22);
  expect(rows[0]).toContain("'=КР-1;159206280;Кружка «Утро»;");
  expect(rows[0]).toContain(
    ';Керамия;Опубликована;S, M;2039485716203, 2039485716204;1234,5;10;1111,05;5;;0;Северика;13;11;10;0,42;новинка;"Для чая;\nи кофе";',
  );
});

it('all that match a filter but some come as XLSX, each once, in the order of their making', async () => {
  const ids = await addCards(1203);
  const filter = { search: 'row' };
  const response = await exported({ filter, except: [ids[1]], expected_count: 1202 }, 'xlsx');
  expect(response.statusCode).toBe(200);
  const parts = unzipSync(new Uint8Array(response.rawPayload));
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const codes = [...sheet.matchAll(/>(ROW-\d+)</g)].map(([, code]) => code);
  expect(codes).toEqual(ids.map((_, index) => `ROW-${index + 1}`).filter((code) => code !== 'ROW-2'));
});

it('another number of cards than was seen is refused, and no file begins', async () => {
  const response = await exported({ filter: { search: 'row' }, expected_count: 3 });
  expect(response.statusCode).toBe(409);
  expect(response.json()).toMatchObject({ code: 'selection_changed' });
});

it('nothing comes of another account', async () => {
  const { id } = await test.database.db
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const stranger = await test.signIn('stranger');
  expect((await exported({ ids: [id] }, 'csv', stranger)).statusCode).toBe(404);
  const all = await exported({ filter: {} }, 'csv', stranger);
  expect(all.body.split('\r\n')).toHaveLength(2);
});
