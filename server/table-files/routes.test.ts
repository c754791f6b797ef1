import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_SHOWN_ROWS } from '#contract/table-files.ts';
import { tableFile } from '#server/exports/table-file.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';

let test: TestApp;
let owner: SignedIn;

beforeAll(async () => {
  test = await buildTestApp();
  owner = await test.signIn();
});
afterAll(() => test.close());

const ADDRESS = '/table-files/reading/';
const read = (bytes: Uint8Array | string, query = '') => uploadTable(test, owner, ADDRESS + query, bytes);

async function table(format: 'xlsx' | 'csv', rows: [string, number][]) {
  const columns = [
    { title: 'Артикул', width: 10, value: ([code]: [string, number]) => code },
    { title: 'Цена, ₽', width: 10, value: ([, price]: [string, number]) => price },
  ];
  return await tableFile(format, { name: 'Карточки', columns, rows });
}

it.each(['xlsx', 'csv'] as const)('what was exported as %s is read as it was', async (format) => {
  const { status, body } = await read(await table(format, [['КР-1 «синяя»; 🫖', 1290.5]]));
  expect(status).toBe(200);
  expect(body).toEqual({
    sheets: format === 'xlsx' ? ['Карточки'] : [],
    is_since1904: false,
    rows: [
      { line: 1, cells: ['Артикул', 'Цена, ₽'] },
      { line: 2, cells: ['КР-1 «синяя»; 🫖', '1290,5'] },
    ],
  });
});

it('as many rows are read as one change may have', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index): [string, number] => [`KR-${index}`, index]);
  const most = await read(await table('xlsx', rows(MAX_SHOWN_ROWS - 1)));
  expect(most.body.rows).toHaveLength(MAX_SHOWN_ROWS);
  const more = await read(await table('xlsx', rows(MAX_SHOWN_ROWS)));
  expect(more).toMatchObject({ status: 400, body: { detail: [expect.stringContaining('Строк больше')] } });
});

it('another sheet, another field, no file and no form are told', async () => {
  expect(await read('Артикул;Цена', '?sheet=-1')).toMatchObject({ status: 400 });
  expect(await uploadTable(test, owner, ADDRESS, 'a', { field: 'photo' })).toMatchObject({ status: 400 });
  const noForm = await test.app.inject({ method: 'POST', url: `/api/v1${ADDRESS}`, headers: owner.headers });
  expect(noForm.statusCode).toBe(415);
});

it('twenty megabytes are the most', async () => {
  const { status, body } = await read(new Uint8Array(21 * 1024 * 1024));
  expect([status, body.code]).toEqual([413, 'too_large']);
});

it('a thread that reads holds nobody up', async () => {
  const big = await table(
    'xlsx',
    Array.from({ length: 10_000 }, (_, index): [string, number] => [`KR-${index}`, index]),
  );
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  expect((await read(big)).status).toBe(200);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(20);
});
