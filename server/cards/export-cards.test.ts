import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, CUPS, putIntoShop } from '#tests/support/cards/fixtures.ts';
import { readExportedCards } from './exported-cards.ts';

let test: ShopTest;
let owner: SignedIn;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('exporter');
});
afterAll(() => test.close());

const exported = (selection: object, format = 'csv', { headers } = owner, columns?: string[]) =>
  test.app.inject({
    method: 'POST',
    url: '/api/v1/cards/export/',
    headers,
    payload: { selection, format, columns },
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
        { tech_size: 'S', wb_size: '42', skus: ['2039485716203', '2039485716204'] },
        { tech_size: 'M', wb_size: '44', skus: [] },
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
  expect(head.split(';')).toHaveLength(23);
  expect(rows[0]).toContain("'=КР-1;159206280;Кружка «Утро»;");
  expect(rows[0]).toContain(
    ';Керамия;Опубликована;S, M;42, 44;"2039485716203, 2039485716204;";1234,5;10;1111,05;5;;0;Северика;13;11;10;0,42;новинка;"Для чая;\nи кофе";',
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

describe('named columns', () => {
  const HEADPHONES = 1593;
  let seller: SignedIn;
  const linesOf = async (ids: number[], columns: string[]) => {
    const { body, statusCode } = await exported({ ids }, 'csv', seller, columns);
    expect(statusCode).toBe(200);
    return body.replace('\ufeff', '').split('\r\n').slice(0, -1);
  };

  async function addCard(changes: Record<string, unknown>): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO cards (account_id, vendor_code, title, subject_id, search_text, price_kopecks, cost_price_kopecks,
        description, dimensions, characteristics)
      VALUES (${seller.accountId}, ${changes['code']}, 'Кружка', ${changes['subject'] ?? CUPS}, '', 10000, 2500,
        'Для чая', '{"lengthCm":13,"widthCm":11,"heightCm":10,"weightKg":0.4}',
        ${JSON.stringify(changes['characteristics'] ?? [])}::jsonb) RETURNING id`.execute(test.database.db);
    return rows[0]?.id ?? 0;
  }

  async function addCharacteristics(subjectId: number, names: string[], firstId: number) {
    await sql`INSERT INTO subjects (id, name, parent_name) VALUES (${subjectId}, 'Наушники', 'Техника')
      ON CONFLICT DO NOTHING`.execute(test.database.db);
    const rows = names.map((name, index) => ({
      subject_id: subjectId,
      id: firstId + index,
      name,
      is_required: false,
      type: 'TEXT' as const,
      position: index,
    }));
    await test.database.db.insertInto('subject_characteristics').values(rows).execute();
  }

  beforeEach(async () => {
    seller = await test.signIn(`columns-${Math.random()}`);
  });

  it('come in the order that they were asked for, and no other comes', async () => {
    const id = await addCard({ code: 'C-1' });
    expect(await linesOf([id], ['priceKopecks', 'vendorCode', 'margin', 'description'])).toEqual([
      'Цена, ₽;Артикул продавца;Маржа до комиссии, %;Описание',
      '100;C-1;75;Для чая',
    ]);
  });

  it('of orders say how many there were, and nothing where nobody knows', async () => {
    const ids = [await addCard({ code: 'O-1' }), await addCard({ code: 'O-2' })];
    await sql`UPDATE card_orders SET recent = 7 WHERE card_id = ${ids[0]}`.execute(test.database.db);
    expect(await linesOf(ids, ['vendorCode', 'orders'])).toEqual([
      'Артикул продавца;Заказы, 7 дней',
      'O-1;7',
      'O-2;',
    ]);
  });

  it.each([
    ['none', []],
    ['characteristics alone, which may be none', ['characteristics']],
    ['one twice', ['title', 'vendorCode', 'title']],
    ['one that there is not', ['vendorCode', 'photos']],
  ])('are refused where they are %s', async (_what, columns) => {
    const id = await addCard({ code: 'R-1' });
    expect((await exported({ ids: [id] }, 'csv', seller, columns)).statusCode).toBe(400);
  });

  it('of characteristics are those that the cards have, of most cards first, and what an import would mistake is marked', async () => {
    await addCharacteristics(HEADPHONES, ['цвет', 'Высота упаковки', 'Микрофон'], 7001);
    const ids = [
      await addCard({
        code: 'K-1',
        characteristics: [
          { id: 900001, values: ['12,5'] },
          { id: 14177449, values: ['белый', 'синий'] },
        ],
      }),
      await addCard({
        code: 'K-2',
        subject: HEADPHONES,
        characteristics: [
          { id: 7001, values: ['=чёрный'] },
          { id: 7002, values: ['7'] },
          { id: 7003, values: [] },
          { id: 7999, values: ['nobody knows its name'] },
        ],
      }),
    ];
    expect(await linesOf(ids, ['vendorCode', 'characteristics', 'stock'])).toEqual([
      'Артикул продавца;Цвет;Высота упаковки (характеристика);Объем;Остаток, шт.',
      'K-1;"белый; синий";;12,5;0',
      "K-2;'=чёрный;7;;0",
    ]);
  });

  it('of characteristics are sixty at most, and how many there would be is told', async () => {
    const names = Array.from({ length: 64 }, (_, index) => `Свойство ${index}`);
    await addCharacteristics(HEADPHONES + 1, names, 8001);
    const all = names.map((_, index) => ({ id: 8001 + index, values: ['да'] }));
    const ids = [
      await addCard({ code: 'M-1', subject: HEADPHONES + 1, characteristics: all }),
      await addCard({ code: 'M-2', subject: HEADPHONES + 1, characteristics: all.slice(4) }),
    ];
    const [head = ''] = await linesOf(ids, ['vendorCode', 'characteristics']);
    expect(head.split(';').slice(1).sort()).toEqual(names.slice(4).sort());
    const counted = await test.call(seller, 'POST', '/cards/export/characteristics/', {
      body: { selection: { ids } },
    });
    expect(counted).toMatchObject({ status: 200, body: { count: 64 } });
  });
});

it('BW-09: leaves others their turn before each part of the file but the first, as long work does', async () => {
  let looks = 0;
  const database = { ...test.database, kind: 'embedded' as const, asked: () => (looks += 1) && 0 };
  const ids = Array.from({ length: 450 }, (_, index) => 1_000_000 + index);
  for await (const card of readExportedCards(database, owner.accountId, ids, []))
    throw new Error(`Nobody has the card ${card.title}`);
  // Twice before the second and the third.
  expect(looks).toBe(4);
});
