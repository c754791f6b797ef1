import { array, assert, asyncProperty, integer, option } from 'fast-check';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ean13CheckDigit } from '#contract/card-rules.ts';
import { LABELS_PER_FILE, MAX_LABEL_COPIES, MAX_LABELS, MAX_OWN_COUNTS } from '#contract/labels.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import {
  addTestShop,
  addTestSubjects,
  addTestWarehouse,
  cardBody,
  putIntoShop,
  titleForShop,
} from '#tests/support/cards/fixtures.ts';
import { readPdf } from '#tests/support/labels/read-pdf.ts';

let test: ShopTest;
let owner: SignedIn;
let shopId: number;
/** Two sizes, the first with two barcodes; in the shop, 3 and 1 in stock. */
let dress: number;
/** No sizes; a barcode that is no EAN-13. */
let cup: number;
let without: number;

const ean = (first12: string) => first12 + ean13CheckDigit(first12);
const [SMALL, MEDIUM] = [ean('203948571620'), ean('203948571621')];
const WRONG = '2039485716209';
const rightHalf = (barcode: string) => barcode.slice(7);

beforeAll(async () => {
  test = await openShopTest();
  const { db } = test.database;
  await addTestSubjects(db);
  owner = await test.signIn('printer');
  shopId = await addTestShop(db, owner.accountId);
  dress = await addCard('ПЛ-1', {
    title: 'Платье «Лето» 🌞',
    characteristics: [{ id: 14177449, values: ['синий', 'белый'] }],
    sizes: [
      { techSize: 'S', wbSize: '42', skus: [SMALL, WRONG] },
      { techSize: 'M', wbSize: '', skus: [MEDIUM] },
    ],
  });
  cup = await addCard('КР-1', {});
  // A shop may have had it long before anybody looked at barcodes here.
  const sizes = JSON.stringify([{ techSize: '0', wbSize: '', skus: ['KR-0001', ' ', 'KR-0001'] }]);
  await db.updateTable('cards').set({ sizes }).where('id', '=', cup).execute();
  without = await addCard('ЧТ-1', { sizes: [{ techSize: '', wbSize: '', skus: [] }] });
  await stockUp();
});
afterAll(() => test.close());

async function addCard(vendorCode: string, changes: Parameters<typeof cardBody>[1]): Promise<number> {
  const { body } = await test.call(owner, 'POST', '/cards/', { body: cardBody(vendorCode, changes) });
  return body.id;
}

async function stockUp() {
  const { db } = test.database;
  const place = { accountId: owner.accountId, shopId, cardId: dress };
  const warehouses = [await addTestWarehouse(db, place, 1), await addTestWarehouse(db, place, 2)];
  await putIntoShop(test.database, place, {
    nmId: 159_206_280,
    vendorCode: 'СЕВ-ПЛ',
    chrtId: 11,
    amounts: { [warehouses[0] ?? 0]: 2, [warehouses[1] ?? 0]: 1 },
  });
  const sizes = JSON.stringify([
    { chrtId: 12, techSize: 'M', skus: [] },
    { chrtId: 11, techSize: 'XS', skus: [WRONG] },
  ]);
  const { id } = await db
    .updateTable('shop_cards')
    .set({ sizes })
    .where('card_id', '=', dress)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('stocks')
    .values({
      warehouse_id: warehouses[0] ?? 0,
      chrt_id: 12,
      account_id: owner.accountId,
      shop_card_id: id,
      amount: 1,
    })
    .execute();
}

const SETTINGS = {
  format: 'ROLL_58_40',
  code: 'EAN_13',
  fields: ['TITLE', 'VENDOR_CODE', 'SIZE', 'COLOR', 'NM_ID'],
  shop_id: null as number | null,
  count: { kind: 'EACH', copies: 2 } as object,
};
type Changes = Partial<typeof SETTINGS>;

const post = (what: string, selection: object, changes: Changes = {}, more: object = {}, person = owner) =>
  test.app.inject({
    method: 'POST',
    url: `/api/v1/cards/labels/${what}/`,
    headers: person.headers,
    payload: { selection, settings: { ...SETTINGS, ...changes }, ...more },
  });

describe('the file', () => {
  it('has a label for each barcode of each size, as often as asked, with what the card says', async () => {
    const response = await post('export', { ids: [without, cup, dress], expected_count: 3 });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.headers['content-disposition']).toContain(encodeURIComponent('Этикетки.pdf'));
    const { pages } = readPdf(response.rawPayload);
    expect(pages).toHaveLength(8);
    expect(pages[0]?.[0]?.slice(0, 2)).toEqual(['Платье «Лето»', 'Артикул: ПЛ-1 · Размер: S (42)']);
    expect(pages[0]?.[0]?.join(' ')).toContain('Цвет: синий, белый');
    expect(pages.map(([label]) => label?.at(-1))).toEqual([
      rightHalf(SMALL),
      rightHalf(SMALL),
      WRONG,
      WRONG,
      rightHalf(MEDIUM),
      rightHalf(MEDIUM),
      'KR-0001',
      'KR-0001',
    ]);
    expect(pages[6]?.[0]).toEqual(['Кружка керамическая 450 мл', 'Артикул: КР-1', 'KR-0001']);
  });

  it('names the shop, with the article and the number that the card has there', async () => {
    const response = await post('export', { ids: [dress] }, { shop_id: shopId }, { barcodes: [SMALL] });
    const [label] = readPdf(response.rawPayload).pages[0] ?? [];
    expect(label?.[0]).toBe('Северика');
    expect(label?.join(' ')).toMatch(/Артикул: СЕВ-ПЛ .*Артикул WB: 159206280/);
  });

  it('has the title that the card has in the shop: another shop, and no shop, keep the common one', async () => {
    const { db } = test.database;
    const place = { accountId: owner.accountId, shopId, cardId: cup };
    await titleForShop(db, place, 'Кружка «Север» 450 мл');
    const another = await addTestShop(db, owner.accountId, 'Юг');
    const titleFor = async (shop: number | null) => {
      const response = await post('export', { ids: [cup] }, { shop_id: shop });
      return readPdf(response.rawPayload).pages[0]?.[0]?.join(' ');
    };
    expect(await titleFor(shopId)).toContain('Кружка «Север» 450 мл');
    expect(await titleFor(another)).toContain('Кружка керамическая 450 мл');
    expect(await titleFor(null)).toContain('Кружка керамическая 450 мл');
    await db.updateTable('cards').set({ shop_texts: '[]' }).where('id', '=', cup).execute();
  });

  it('has as many as are in stock: of all warehouses, a size by its barcode, else by its name, once for all its barcodes', async () => {
    const response = await post('export', { ids: [dress, cup] }, { count: { kind: 'STOCK' } });
    const { pages } = readPdf(response.rawPayload);
    expect(pages.map(([label]) => label?.at(-1))).toEqual([SMALL, SMALL, SMALL, MEDIUM].map(rightHalf));
  });

  it('by stock, of barcodes that are named, is on the first of these', async () => {
    const only = { barcodes: [` ${WRONG}`] };
    const response = await post('export', { ids: [dress] }, { count: { kind: 'STOCK' } }, only);
    expect(readPdf(response.rawPayload).pages.map(([label]) => label?.at(-1))).toEqual([WRONG, WRONG, WRONG]);
  });

  it('has as many of a barcode as were set for it, by stock or not; 0 leaves it out', async () => {
    const own = {
      own_counts: [SMALL, MEDIUM, 'KR-0001'].map((barcode, at) => ({ barcode, copies: [0, 3, 1][at] })),
    };
    const printed = async (count: object) => {
      const response = await post('export', { ids: [dress, cup] }, { count }, own);
      return readPdf(response.rawPayload).pages.map(([label]) => label?.at(-1));
    };
    const said = [rightHalf(MEDIUM), rightHalf(MEDIUM), rightHalf(MEDIUM), 'KR-0001'];
    expect(await printed({ kind: 'EACH', copies: 2 })).toEqual([WRONG, WRONG, ...said]);
    expect(await printed({ kind: 'EACH', copies: 0 })).toEqual(said);
    expect(await printed({ kind: 'STOCK' })).toEqual(said);
  });

  it('has as many pages as the numbers come to, whatever they are', async () => {
    const number = integer({ min: 0, max: 9 });
    await assert(
      asyncProperty(number, array(option(number), { minLength: 4, maxLength: 4 }), async (each, own) => {
        const barcodes = [SMALL, WRONG, MEDIUM, 'KR-0001'];
        const total = own.reduce<number>((sum, copies) => sum + (copies ?? each), 0);
        const more = {
          own_counts: barcodes.flatMap((barcode, at) => {
            const copies = own[at] ?? null;
            return copies === null ? [] : [{ barcode, copies }];
          }),
        };
        const count = { kind: 'EACH', copies: each };
        const look = (await post('preview', { ids: [cup, dress] }, { count }, more)).json();
        expect([look.label_count, look.page_count]).toEqual([total, total]);
        const response = await post('export', { ids: [cup, dress] }, { count }, more);
        if (total === 0) expect(response.statusCode).toBe(400);
        else expect(readPdf(response.rawPayload).pageCount).toBe(total);
      }),
      { numRuns: 20 },
    );
  });

  it('of another number of cards than was seen is refused, and does not begin', async () => {
    const response = await post('export', { filter: {}, expected_count: 1 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'selection_changed' });
  });

  it('without a label is refused, and says what to do', async () => {
    expect((await post('export', { ids: [without] })).json().detail).toEqual([
      'У выбранных карточек нет баркодов. Добавьте их в карточке',
    ]);
    const none = await post('export', { ids: [cup] }, { count: { kind: 'EACH', copies: 0 } });
    expect([none.statusCode, none.json().detail]).toEqual([
      400,
      ['У всех выбранных стоит 0. Укажите число этикеток хотя бы у одной'],
    ]);
    const byStock = await post('export', { ids: [cup] }, { count: { kind: 'STOCK' } });
    expect([byStock.statusCode, byStock.json().detail]).toEqual([
      400,
      ['У выбранных карточек нет остатка. Укажите число этикеток'],
    ]);
  });
});

describe('the look before', () => {
  it('says how many there will be, what is left out, and which code is not as wished', async () => {
    const response = await post('preview', { ids: [without, cup, dress] });
    expect(response.json()).toMatchObject({
      card_count: 3,
      label_count: 8,
      page_count: 8,
      is_too_many: false,
      without_barcode_count: 1,
      without_stock_count: 0,
      as_code128_count: 2,
      as_qr_count: 0,
      left_out_count: 0,
      unknown_barcodes: [],
    });
  });

  it('tells cards of which nothing is wanted, and barcodes that none of the cards has', async () => {
    const own_counts = [
      { barcode: 'KR-0001', copies: 0 },
      { barcode: ` ${SMALL} `, copies: 4 },
      { barcode: '4600000000000', copies: 7 },
    ];
    const response = await post('preview', { ids: [without, cup, dress] }, {}, { own_counts });
    expect(response.json()).toMatchObject({
      label_count: 8,
      without_barcode_count: 1,
      without_stock_count: 0,
      left_out_count: 1,
      unknown_barcodes: ['4600000000000'],
    });
  });

  it('refuses more copies of one, and more numbers, than there may be', async () => {
    const refusal = async (own_counts: object[]) =>
      (await post('preview', { ids: [dress] }, {}, { own_counts })).statusCode;
    expect(await refusal([{ barcode: SMALL, copies: MAX_LABEL_COPIES + 1 }])).toBe(400);
    expect(await refusal([{ barcode: SMALL, copies: -1 }])).toBe(400);
    expect(await refusal([{ barcode: SMALL, copies: 1.5 }])).toBe(400);
    const many = Array.from({ length: MAX_OWN_COUNTS + 1 }, () => ({ barcode: SMALL, copies: 1 }));
    expect(await refusal(many)).toBe(400);
    expect(await refusal(many.slice(1))).toBe(200);
  });

  it('tells cards that have barcodes and nothing in stock', async () => {
    const response = await post('preview', { ids: [without, cup, dress] }, { count: { kind: 'STOCK' } });
    expect(response.json()).toMatchObject({
      label_count: 4,
      without_barcode_count: 1,
      without_stock_count: 1,
    });
  });

  it('shows the first page as it will be: a sheet is filled label by label, each drawn once', async () => {
    const response = await post(
      'preview',
      { ids: [dress] },
      { format: 'SHEET_24_70_37', count: { kind: 'EACH', copies: 10 } },
    );
    const { page, page_count } = response.json();
    expect(page_count).toBe(2);
    expect(page.drawings).toHaveLength(3);
    expect(page.places).toHaveLength(24);
    expect(page.places[3]).toEqual({ left_mm: 0, top_mm: 37.5, drawing: 0 });
    expect(page.places.at(-1).drawing).toBe(2);
  });

  it('shows any page, as it will be, and the last where there are fewer', async () => {
    const changes = { format: 'SHEET_24_70_37', count: { kind: 'EACH', copies: 10 } };
    const pageOf = async (page_number: number) =>
      (await post('preview', { ids: [dress] }, changes, { page_number })).json().page;
    const second = await pageOf(2);
    expect(second.number).toBe(2);
    expect(second.places).toHaveLength(6);
    expect(second.places[0]).toEqual({ left_mm: 0, top_mm: 0.5, drawing: 0 });
    expect(second.drawings).toHaveLength(1);
    expect(second.drawings[0].lines.at(-1).text).toBe(rightHalf(MEDIUM));
    expect(await pageOf(9)).toEqual(second);
  });

  it('of nothing has no page', async () => {
    expect((await post('preview', { ids: [without] })).json()).toMatchObject({ label_count: 0, page: null });
  });
});

const listed = async (selection: object, more: object = {}) =>
  (
    await test.call(owner, 'POST', '/cards/labels/rows/', {
      body: { selection, shop_id: null, after_id: 0, ...more },
    })
  ).body;

describe('the list of barcodes', () => {
  it('has them in the order of their labels, with what is in stock of each', async () => {
    const { rows, next_after_id } = await listed({ ids: [without, cup, dress] });
    expect(next_after_id).toBeNull();
    const ofDress = { card_id: dress, title: 'Платье «Лето» 🌞', vendor_code: 'ПЛ-1' };
    expect(rows).toEqual([
      { ...ofDress, size: 'S (42)', barcode: SMALL, stock: 3 },
      { ...ofDress, size: 'S (42)', barcode: WRONG, stock: 0 },
      { ...ofDress, size: 'M', barcode: MEDIUM, stock: 1 },
      {
        card_id: cup,
        title: 'Кружка керамическая 450 мл',
        vendor_code: 'КР-1',
        size: '',
        barcode: 'KR-0001',
        stock: 0,
      },
    ]);
    expect((await listed({ ids: [dress] }, { shop_id: shopId })).rows[0].vendor_code).toBe('СЕВ-ПЛ');
  });

  it('has those that a search finds among the chosen', async () => {
    const { rows } = await listed({ ids: [without, dress] }, { search: 'пл-1' });
    expect(rows.map(({ card_id }: { card_id: number }) => card_id)).toEqual([dress, dress, dress]);
    expect((await listed({ ids: [without, cup] }, { search: 'пл-1' })).rows).toEqual([]);
  });
});

describe('of many cards', () => {
  const copies = { kind: 'EACH', copies: 1000 };
  const selection = (search: string, count: number) => ({ filter: { search }, expected_count: count });
  beforeAll(async () => {
    for (const [name, count] of [
      ['Много', 21],
      ['Слишком', 201],
    ] as const) {
      await sql`
        INSERT INTO cards (account_id, vendor_code, title, subject_id, search_text, sizes)
        SELECT ${owner.accountId}, ${name} || '-' || n, ${name} || ' ' || n, 812, ' ' || lower(${name}) || ' ',
          jsonb_build_array(jsonb_build_object('techSize', '', 'wbSize', '', 'skus', jsonb_build_array('2' || n)))
        FROM generate_series(1, ${count}) AS n`.execute(test.database.db);
    }
  });

  it('their barcodes are listed a hundred cards at a time, each once, searched or not', async () => {
    for (const search of [undefined, 'слишком']) {
      const sizes: number[] = [];
      const seen = new Set<string>();
      for (let after_id = 0; after_id !== null;) {
        const part = await listed({ filter: { search: 'слишком' } }, { after_id, search });
        sizes.push(part.rows.length);
        for (const { barcode } of part.rows) seen.add(barcode);
        after_id = part.next_after_id;
      }
      expect(sizes).toEqual([100, 100, 1]);
      expect(seen.size).toBe(201);
    }
  });

  it('more labels than a PDF has are several in an archive', async () => {
    const response = await post('export', selection('много', 21), { count: copies });
    expect(response.headers['content-type']).toBe('application/zip');
    expect(response.headers['content-disposition']).toContain(encodeURIComponent('Этикетки.zip'));
    const files = Object.entries(unzipSync(response.rawPayload));
    expect(files.map(([name, file]) => [name, readPdf(Buffer.from(file)).pageCount])).toEqual([
      ['Этикетки 01.pdf', LABELS_PER_FILE],
      ['Этикетки 02.pdf', 21_000 - LABELS_PER_FILE],
    ]);
  });

  it('more than are made at once are refused before any is made, and the look says so', async () => {
    const look = (await post('preview', selection('слишком', 201), { count: copies })).json();
    expect(look.is_too_many).toBe(true);
    expect(look.label_count).toBeGreaterThan(MAX_LABELS);
    const refused = await post('export', selection('слишком', 201), { count: copies });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().detail[0]).toMatch(/^Этикеток больше 200.000/);
  });
});

describe('somebody else', () => {
  it('is listed none of the account’s barcodes', async () => {
    const stranger = await test.signIn('stranger-rows');
    const body = { selection: { ids: [dress] }, shop_id: null, after_id: 0 };
    expect((await test.call(stranger, 'POST', '/cards/labels/rows/', { body })).status).toBe(404);
  });

  it.each(['preview', 'export'])('gets nothing of the account’s cards nor its shops: %s', async (what) => {
    const stranger = await test.signIn(`stranger-${what}`);
    expect((await post(what, { ids: [dress] }, {}, {}, stranger)).statusCode).toBe(404);
    const { body } = await test.call(stranger, 'POST', '/cards/', {
      body: cardBody('СВОЯ', { sizes: [{ techSize: '', wbSize: '', skus: ['20394857'] }] }),
    });
    for (const count of [{ kind: 'EACH', copies: 1 }, { kind: 'STOCK' }]) {
      const withShop = await post(what, { ids: [body.id] }, { shop_id: shopId, count }, {}, stranger);
      expect([withShop.statusCode, withShop.json().detail]).toEqual([404, ['Магазин не найден']]);
    }
  });
});
