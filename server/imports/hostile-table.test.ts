import { strFromU8, strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects } from '#tests/support/cards/fixtures.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';
import { textCell, workbook, workbookParts } from '#tests/support/table-files/workbook.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`hostile-importer-${people}`);
});
afterAll(() => test.close());

const HEADINGS = ['Артикул', 'Название', 'Предмет', 'Цена', 'Описание', 'Бренд'];
const COLUMNS = 'ABCDEF';
const row = (line: number, texts: readonly string[]) =>
  `<row r="${line}">${texts.map((text, index) => textCell(`${COLUMNS[index]}${line}`, text)).join('')}</row>`;
const book = (...rows: string[][]) =>
  [HEADINGS, ...rows].map((texts, index) => row(index + 1, texts)).join('');

async function checked(table: Uint8Array) {
  const { status, body } = await uploadTable(test, owner, '/cards/imports/', table, { name: 'товары.xlsx' });
  expect(status).toBe(201);
  const answer = await test.call(owner, 'POST', `/cards/imports/${body.id}/checking/`, {
    body: { meanings: body.meanings },
  });
  const rows = await test.call(owner, 'GET', `/cards/imports/${body.id}/rows/?state=REFUSED`);
  return { ...answer.body, refused: rows.body };
}

async function create(id: number, count: number) {
  const { body } = await test.call(owner, 'POST', `/cards/imports/${id}/creating/`, {
    body: { expected_count: count },
  });
  expect(body.state).toBe('CREATED');
  return await test.database.db
    .selectFrom('cards')
    .select(['vendor_code', 'title', 'description', 'brand', 'price_kopecks'])
    .where('account_id', '=', owner.accountId)
    .orderBy('id')
    .execute();
}

describe('a workbook that means harm', () => {
  it('with merged cells gives each value to its first row: the other is told what it lacks, nothing is shifted', async () => {
    const parts = workbookParts({
      sheets: {
        A: book(['КР-1', 'Кружка', 'Кружки', '100', '', ''], ['', 'Чашка', 'Кружки', '200', '', 'Керамия']),
      },
    });
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] as Uint8Array); // the fixture's parts are bytes
    const merged = sheet.replace(
      '</worksheet>',
      '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells></worksheet>',
    );
    const made = await checked(zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(merged) }));
    expect(made.counts).toMatchObject({ fresh: 1, refused: 1 });
    expect(made.refused).toMatchObject([
      {
        line: 3,
        cells: ['', 'Чашка', 'Кружки', '200', '', 'Керамия'],
        problems: [{ column: 0, text: 'Нет артикула или баркода' }],
      },
    ]);
    expect(await create(made.id, 1)).toMatchObject([
      { vendor_code: 'КР-1', title: 'Кружка', price_kopecks: 10_000 },
    ]);
  });

  it('with HTML in its cells gives cards with that text, letter by letter', async () => {
    const html = '&lt;b&gt;Кружка&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;';
    const made = await checked(
      workbook({ sheets: { A: book(['КР-1', html, 'Кружки', '100', html, html]) } }),
    );
    expect([made.counts, made.refused]).toMatchObject([{ fresh: 1, refused: 0 }, []]);
    const text = '<b>Кружка</b> <script>alert(1)</script>';
    expect(await create(made.id, 1)).toMatchObject([{ title: text, description: text, brand: text }]);
  });

  it('with an entity gives its cards the entity’s name and nothing from outside', async () => {
    const parts = workbookParts({
      sheets: { A: book(['КР-1', 'Кружка &me;', 'Кружки', '100', '&me;', '']) },
    });
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] as Uint8Array); // the fixture's parts are bytes
    const doctype = '<!DOCTYPE worksheet [<!ENTITY me SYSTEM "file:///proc/self/environ">]>';
    const made = await checked(zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(doctype + sheet) }));
    expect(made.counts).toMatchObject({ fresh: 1, refused: 0 });
    expect(await create(made.id, 1)).toMatchObject([{ title: 'Кружка &me;', description: '&me;' }]);
  });
});
