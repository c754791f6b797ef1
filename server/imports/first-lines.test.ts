import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_IMPORT_ROWS } from '#contract/imports.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects } from '#tests/support/cards/fixtures.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`lines-${people}`);
});
afterAll(() => test.close());

const csv = (...lines: readonly (readonly string[])[]) => lines.map((cells) => cells.join(';')).join('\r\n');
const upload = async (...lines: readonly (readonly string[])[]) => {
  const { body } = await uploadTable(test, owner, '/cards/imports/', csv(...lines), { name: 'товары.csv' });
  return body;
};
const call = (method: 'GET' | 'POST', id: number, path: string, body?: object) =>
  test.call(owner, method, `/cards/imports/${id}/${path}`, body ? { body } : {});
const choose = (id: number, line: number) => call('POST', id, 'headings/', { line });
const check = (id: number, meanings: readonly (string | null)[]) =>
  call('POST', id, 'checking/', { meanings });
const linesOf = async (id: number) =>
  (await call('GET', id, 'rows/')).body.map(({ line, cells }: { line: number; cells: string[] }) => [
    line,
    cells[0],
  ]);

/** What a table is about, called as its columns might be; its columns are called as only the seller knows. */
const SUMMARY = ['Артикул продавца', 'Наименование', 'Предмет', 'Цена'];
const SUMS = ['12', '12', '3', '1200'];
const OWN = ['Мой код', 'Как зовут', 'Что это', 'Почём'];
const MEANINGS = ['vendorCode', 'title', 'subject', 'priceKopecks'];
const GOOD = ['K-1', 'Кружка', 'Кружки', '100'];
const BAD = ['K-2', 'Чашка', 'Кружки', 'дорого'];

describe('a table whose columns are named in another line than was taken', () => {
  it('has its first lines told, by their beginnings', async () => {
    const wide = Array.from({ length: 40 }, (_, at) => `${at} ${'о'.repeat(100)}`);
    const { id } = await upload(SUMMARY, SUMS, [], wide, ...Array.from({ length: 30 }, () => GOOD));
    const { status, body } = await call('GET', id, 'first-lines/');
    expect(status).toBe(200);
    expect(body).toHaveLength(20);
    expect(body.slice(0, 2)).toEqual([
      { line: 1, cells: SUMMARY },
      { line: 2, cells: SUMS },
    ]);
    expect(body[2].line).toBe(4);
    expect(body[2].cells).toHaveLength(30);
    expect(body[2].cells[0]).toBe(`0 ${'о'.repeat(58)}…`);
  });

  it('is read from the line that is chosen: what is above is no row, errors have the numbers of the file', async () => {
    const made = await upload(SUMMARY, SUMS, [], OWN, GOOD, BAD);
    expect(made).toMatchObject({ heading_line: null, headings: SUMMARY, row_total: 4 });
    const { status, body } = await choose(made.id, 4);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'COLUMNS',
      headings: OWN,
      heading_line: 4,
      columns: [null, null, null, null],
      row_total: 2,
    });
    expect(await linesOf(made.id)).toEqual([
      [5, 'K-1'],
      [6, 'K-2'],
    ]);
    expect((await check(made.id, MEANINGS)).body).toMatchObject({
      state: 'READY',
      checked_count: 2,
      counts: { fresh: 1, refused: 1 },
    });
    expect((await call('GET', made.id, 'causes/')).body.results).toMatchObject([
      { column: 3, rows: [{ line: 6, cell: 'дорого' }] },
    ]);
  });

  it('has rows again of lines that were taken for what stands above, and its hints looked for anew', async () => {
    const hints = ['Обязательное поле', 'Обязательное поле', 'Обязательное поле'];
    const names = ['Артикул', 'Наименование', 'Бренд'];
    const more = ['Артикул продавца', 'Наименование', 'Бренд', 'Цена'];
    const made = await upload(names, hints, ['K-0', 'Миска', 'Керамия'], more, hints, GOOD);
    expect(made).toMatchObject({ heading_line: 4, hint_lines: [5], row_total: 1 });
    const { body } = await choose(made.id, 1);
    expect(body).toMatchObject({
      heading_line: null,
      hint_lines: [2],
      columns: ['vendorCode', 'title', 'brand'],
      row_total: 4,
    });
    expect((await linesOf(made.id)).map(([line]: [number]) => line)).toEqual([3, 4, 5, 6]);
  });

  it('that was looked at is looked at anew: what the rows of before claimed is nobody’s', async () => {
    const names = [...SUMMARY, 'Баркод'];
    const [one, other] = ['K-1', 'K-2'].map((code) => [code, 'Кружка', 'Кружки', '100', '4600000000015']);
    const made = await upload(names, one ?? [], names, other ?? []);
    const meanings = [...MEANINGS, 'barcodes'];
    expect((await check(made.id, meanings)).body.counts).toMatchObject({ fresh: 0, refused: 3 });
    const { body } = await choose(made.id, 3);
    expect(body).toMatchObject({ state: 'COLUMNS', checked_count: 0, counts: { fresh: 0, refused: 0 } });
    expect((await check(made.id, meanings)).body.counts).toMatchObject({ fresh: 1, refused: 0 });
  });

  it('is known again: the line that was chosen the last of those that a file has names its columns', async () => {
    const lines = [SUMMARY, SUMS, OWN, GOOD];
    const made = await upload(...lines);
    await choose(made.id, 3);
    expect((await upload(...lines)).heading_line).toBeNull();
    await check(made.id, MEANINGS);
    const again = await upload(...lines);
    expect(again).toMatchObject({ heading_line: 3, columns: MEANINGS, row_total: 1 });
    // What was found by itself is no choice, and takes nothing back of one.
    await check(again.id, MEANINGS);
    expect(await upload(['Прайс-лист'], ...lines)).toMatchObject({ heading_line: 4, columns: MEANINGS });
    await choose(again.id, 1);
    await check(again.id, MEANINGS);
    expect(await upload(...lines)).toMatchObject({ heading_line: null, headings: SUMMARY });
  });

  it('keeps what was found when the same line is chosen again', async () => {
    const made = await upload(SUMMARY, GOOD, BAD);
    const { body } = await check(made.id, MEANINGS);
    expect((await choose(made.id, 1)).body).toEqual(body);
  });
});

describe('a line that cannot name the columns is refused, and nothing changes', () => {
  it.each([
    ['with nothing under it', 3, 'Под этой строкой нет ни одной строки с товаром'],
    ['that is none of the first', 7, 'В этой строке названий не найти: загрузите файл ещё раз'],
  ])('%s', async (_what, line, text) => {
    const made = await upload(SUMMARY, GOOD, BAD);
    const { status, body } = await choose(made.id, line);
    expect([status, body.detail]).toEqual([400, [text]]);
    expect((await call('GET', made.id, '')).body).toEqual(made);
    expect(await linesOf(made.id)).toHaveLength(2);
  });

  it('with more rows under it than a table may have', async () => {
    const rows = Array.from({ length: MAX_IMPORT_ROWS }, (_, at) => [`K-${at}`, 'Кружка']);
    const made = await upload(['Прайс', 'лист'], ['Артикул', 'Наименование'], ...rows);
    expect(made).toMatchObject({ heading_line: 2, row_total: MAX_IMPORT_ROWS });
    const { status, body } = await choose(made.id, 1);
    expect([status, body.detail]).toEqual([
      400,
      [expect.stringMatching(/^Строк больше 50.000: разделите файл$/)],
    ]);
    expect((await call('GET', made.id, '')).body).toEqual(made);
  });

  it('of a table whose drafts were created', async () => {
    const made = await upload(SUMMARY, GOOD, BAD);
    await check(made.id, MEANINGS);
    await call('POST', made.id, 'creating/', { expected_count: 1 });
    const { status, body } = await choose(made.id, 2);
    expect([status, body.detail]).toEqual([
      409,
      ['Карточки уже создаются: загрузите файл ещё раз, чтобы изменить столбцы'],
    ]);
  });

  it.each(['READING', 'CHECKING'])('of a table that the server is at, %s', async (state) => {
    const made = await upload(SUMMARY, GOOD, BAD);
    await sql`UPDATE imports SET state = ${state} WHERE id = ${made.id}`.execute(test.database.db);
    expect((await choose(made.id, 2)).status).toBe(409);
  });

  it('of a table whose lines were not kept', async () => {
    const made = await upload(SUMMARY, GOOD, BAD);
    await sql`DELETE FROM import_first_lines WHERE import_id = ${made.id}`.execute(test.database.db);
    expect((await call('GET', made.id, 'first-lines/')).body).toEqual([]);
    expect((await choose(made.id, 2)).status).toBe(400);
  });
});
