import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_IMPORT_ROWS } from '#contract/imports.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects } from '#tests/support/cards/fixtures.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';
import { textCell, workbook } from '#tests/support/table-files/workbook.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`titles-${people}`);
});
afterAll(() => test.close());

const upload = (table: string | Uint8Array, name = 'товары.csv') =>
  uploadTable(test, owner, '/cards/imports/', table, { name });
const call = (method: 'GET' | 'POST', id: number, path: string, body?: object) =>
  test.call(owner, method, `/cards/imports/${id}/${path}`, body ? { body } : {});

async function checked(table: string | Uint8Array) {
  const { status, body } = await upload(table);
  expect([status, body.detail]).toEqual([201, undefined]);
  const answer = await call('POST', body.id, 'checking/', { meanings: body.columns });
  expect(answer.body.state).toBe('READY');
  return answer.body;
}

const HEADINGS = ['Артикул продавца', 'Наименование', 'Предмет', 'Цена, ₽'];
const KNOWN = ['vendorCode', 'title', 'subject', 'priceKopecks'];
const [GOOD, BAD] = [
  ['K-1', 'Кружка', 'Кружки', '100'],
  ['K-2', 'Чашка', 'Кружки', 'дорого'],
];
const csv = (...lines: readonly (readonly string[])[]) => lines.map((cells) => cells.join(';')).join('\r\n');

/** Rows by their numbers. */
const rowsXml = (rows: Record<number, readonly string[]>) =>
  Object.entries(rows)
    .map(
      ([line, cells]) =>
        `<row r="${line}">${cells.map((text, at) => (text === '' ? '' : textCell(`${'ABCDEFGH'[at]}${line}`, text))).join('')}</row>`,
    )
    .join('');
const book = (rows: Record<number, readonly string[]>, merged = '') =>
  workbook({ sheets: { Лист1: rowsXml(rows) + merged } });

describe('a workbook whose first sheet', () => {
  const NOTES = rowsXml({
    1: ['Как заполнять'],
    2: ['Лист', 'Что на нём'],
    3: ['Товары', 'По строке на товар'],
  });

  it('is an instruction is read from the sheet whose columns are known', async () => {
    const { status, body } = await upload(
      workbook({ sheets: { Инструкция: NOTES, Товары: rowsXml({ 1: HEADINGS, 2: GOOD }) } }),
      'товары.xlsx',
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({ sheet_name: 'Товары', columns: KNOWN, row_total: 1 });
  });

  it('has columns that nobody knows, as the others have, is read from the first', async () => {
    const own = rowsXml({ 1: ['Код', 'Как зовут'], 2: ['K-1', 'Кружка'] });
    const { body } = await upload(workbook({ sheets: { Инструкция: NOTES, Лист: own } }), 'товары.xlsx');
    expect(body).toMatchObject({ sheet_name: 'Инструкция', headings: ['Лист', 'Что на нём'] });
    const list = await test.call(owner, 'GET', '/cards/imports/');
    expect(list.body).toHaveLength(1);
  });
});

describe('a table with a title above the names of its columns', () => {
  it.each([
    ['CSV', csv(['Прайс-лист на 1 ноября, Москва'], [], HEADINGS, GOOD, BAD)],
    [
      'a workbook whose title is merged over its columns',
      book(
        { 1: ['Прайс-лист на 1 ноября'], 3: HEADINGS, 4: GOOD, 5: BAD },
        '</sheetData><mergeCells count="1"><mergeCell ref="A1:D2"/></mergeCells><sheetData>',
      ),
    ],
  ])('of %s has its rows by the numbers of the file, and no card of the title', async (_what, table) => {
    const made = await checked(table);
    expect(made).toMatchObject({
      headings: HEADINGS,
      heading_line: 3,
      columns: KNOWN,
      row_total: 2,
      counts: { fresh: 1, changed: 0, same: 0, refused: 1 },
    });
    const rows = (await call('GET', made.id, 'rows/')).body;
    expect(rows.map(({ line, cells }: { line: number; cells: string[] }) => [line, cells[0]])).toEqual([
      [4, 'K-1'],
      [5, 'K-2'],
    ]);
    const causes = (await call('GET', made.id, 'causes/')).body;
    expect(causes.results).toMatchObject([{ column: 3, rows: [{ line: 5, cell: 'дорого' }] }]);
  });

  it('gives its errors as a file whose first line names the columns; what is mended in it is taken', async () => {
    const made = await checked(csv(['Прайс-лист'], ['Телефон', '8 800 000-00-00'], HEADINGS, GOOD, BAD));
    const { body } = await test.app.inject({
      url: `/api/v1/cards/imports/${made.id}/errors/export/?format=csv`,
      headers: owner.headers,
    });
    expect(body.split('\r\n').slice(0, 2)).toEqual([
      `\uFEFF${HEADINGS.join(';')};Ошибка`,
      'K-2;Чашка;Кружки;дорого;Строка 5. Цена, ₽: Нужна сумма в рублях',
    ]);
    const mended = await checked(body.replace('дорого', '99'));
    expect(mended).toMatchObject({ heading_line: null, counts: { fresh: 1, refused: 0 } });
  });

  it('is told of only where something stands above', async () => {
    expect((await checked(csv(HEADINGS, GOOD))).heading_line).toBeNull();
    expect((await checked(book({ 4: HEADINGS, 5: GOOD }))).heading_line).toBeNull();
    expect((await call('GET', (await checked(csv(['Прайс'], HEADINGS, GOOD))).id, '')).body).toMatchObject({
      heading_line: 2,
    });
  });

  it('has the marketplace’s template read by its own names, under its groups of columns', async () => {
    const names = ['Группа', 'Артикул продавца', 'Артикул WB', 'Наименование', 'Категория продавца', 'Бренд'];
    const made = await upload(
      book({
        1: ['Основная информация', '', '', '', '', 'Цена'],
        2: ['', 'Обязательное поле', '', 'Не длиннее 60 символов'],
        3: names,
        4: ['1', 'K-1', '', 'Кружка', 'Кружки', 'Керамия'],
      }),
      'шаблон.xlsx',
    );
    expect(made.body).toMatchObject({
      headings: names,
      heading_line: 3,
      row_total: 1,
      columns: [null, 'vendorCode', 'nmId', 'title', 'subject', 'brand'],
    });
  });

  it('is known again by the names that a person has explained, though nobody else knows them', async () => {
    const own = ['Мой код', 'Как зовут', 'Что это', 'Почём'];
    const plain = await upload(csv(own, GOOD));
    expect(plain.body.columns).toEqual([null, null, null, null]);
    await call('POST', plain.body.id, 'checking/', { meanings: KNOWN });
    const titled = await upload(csv(['Прайс-лист;;;'], own, GOOD));
    expect(titled.body).toMatchObject({ headings: own, heading_line: 2, columns: KNOWN, row_total: 1 });
  });

  it('loses no row where no line names the columns, or a row is called like them', async () => {
    const own = ['Мой код', 'Как зовут', 'Почём'];
    // «Цвет» and «Объем» are characteristics of these subjects.
    for (const row of [
      ['K-1', 'Кружка', '1'],
      ['K-1', 'Цена', '1'],
      ['Цвет', 'Объем', '1'],
    ]) {
      const { body } = await upload(csv(own, row));
      expect(body).toMatchObject({ headings: own, heading_line: null, row_total: 1 });
    }
  });

  it('is looked for in the first twenty lines, and may have as many rows as any', async () => {
    const notes = (count: number) => Array.from({ length: count }, (_, at) => [`Примечание ${at + 1}`]);
    expect((await upload(csv(...notes(19), HEADINGS, GOOD))).body).toMatchObject({
      heading_line: 20,
      row_total: 1,
    });
    expect((await upload(csv(...notes(20), HEADINGS, GOOD))).body).toMatchObject({
      headings: ['Примечание 1'],
      heading_line: null,
      row_total: 21,
    });
    const rows = Array.from({ length: MAX_IMPORT_ROWS }, (_, at) => [`K-${at}`]);
    const most = await upload(csv(...notes(3), HEADINGS, ...rows));
    expect(most.body).toMatchObject({ heading_line: 4, row_total: MAX_IMPORT_ROWS });
    const more = await upload(csv(HEADINGS, ...rows, GOOD));
    expect([more.status, more.body.detail]).toEqual([
      400,
      [expect.stringMatching(/^Строк больше 50.000: разделите файл$/)],
    ]);
    expect((await test.call(owner, 'GET', '/cards/imports/')).body).toHaveLength(3);
  });

  it.each([
    ['nothing else', csv(['Прайс-лист на 1 ноября'])],
    ['names and no row', csv(['Прайс-лист на 1 ноября'], [], HEADINGS)],
    ['nothing else in a workbook', book({ 2: ['Прайс-лист на 1 ноября'] })],
    ['names and no row in a workbook', book({ 2: ['Прайс-лист'], 5: HEADINGS })],
  ])('with %s leaves nothing behind', async (_what, table) => {
    const { status, body } = await upload(table);
    expect([status, body.detail]).toEqual([
      400,
      ['В таблице нужны названия столбцов и хотя бы одна строка под ними'],
    ]);
    expect((await test.call(owner, 'GET', '/cards/imports/')).body).toEqual([]);
  });
});
