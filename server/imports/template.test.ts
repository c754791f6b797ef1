import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepDirectoryValues } from '#server/directory/marketplace-directories.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';

let test: ShopTest;
let owner: SignedIn;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  await keepDirectoryValues(test.database.db, 'COLORS', [
    { name: 'белый', parentName: '' },
    { name: 'синий', parentName: '' },
  ]);
  owner = await test.signIn('template');
});
afterAll(() => test.close());

async function template(subjectId = CUPS) {
  return await test.app.inject({
    url: `/api/v1/cards/imports/template/?subject_id=${subjectId}`,
    headers: owner.headers,
  });
}

const SHEET = 'xl/worksheets/sheet1.xml';
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (value: number) => `<c><v>${value}</v></c>`;

describe('a template of a subject', () => {
  it('filled in and given back needs no naming of columns', async () => {
    const parts = unzipSync(new Uint8Array((await template()).rawPayload));
    const sheet = strFromU8(parts[SHEET] ?? new Uint8Array());
    // prettier-ignore
    const row = [
      text('Т-001'), text('Кружка'), text('Кружки'), text('Керамия'), text('Для чая'),
      number(1290), number(10), number(5), number(400), text(''), text('S'), text('42'), text('2039485716203'),
      number(13), number(9), number(9), number(0.4), text('лето'), number(450), text('белый; синий'),
    ];
    const filled = sheet.replace('</sheetData>', `<row r="2">${row.join('')}</row></sheetData>`);
    expect(filled).not.toBe(sheet);
    const { status, body } = await uploadTable(
      test,
      owner,
      '/cards/imports/',
      zipSync({ ...parts, [SHEET]: strToU8(filled) }),
    );
    expect([status, body.sheet_name]).toEqual([201, 'Карточки']);
    expect(body.headings.slice(0, 3)).toEqual(['Артикул продавца*', 'Наименование*', 'Предмет*']);
    expect(body.columns).not.toContain(null);
    const path = `/cards/imports/${body.id}`;
    const checked = await test.call(owner, 'POST', `${path}/checking/`, {
      body: { meanings: body.columns },
    });
    expect(checked.body.counts).toMatchObject({ fresh: 1, refused: 0 });
    await test.call(owner, 'POST', `${path}/creating/`, { body: { expected_count: 1 } });
    const [card] = await test.database.db
      .selectFrom('cards')
      .selectAll()
      .where('account_id', '=', owner.accountId)
      .execute();
    expect(card).toMatchObject({
      vendor_code: 'Т-001',
      price_kopecks: 129_000,
      sizes: [{ techSize: 'S', wbSize: '42', skus: ['2039485716203'] }],
      dimensions: { lengthCm: 13, widthCm: 9, heightCm: 9, weightKg: 0.4 },
      characteristics: [
        { id: 900001, values: ['450'] },
        { id: 14177449, values: ['белый', 'синий'] },
      ],
    });
  });

  it('has lists to choose from and numbers within their bounds', async () => {
    const answer = await template();
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(
      'Шаблон — Кружки.xlsx',
    );
    const parts = unzipSync(new Uint8Array(answer.rawPayload));
    const sheet = strFromU8(parts[SHEET] ?? new Uint8Array());
    expect(sheet).toMatch(
      /<dataValidation type="list"[^>]*sqref="T2:T50001"[^>]*><formula1>'Значения'!\$\w\$2:\$\w\$3</,
    );
    expect(sheet).toMatch(/type="whole"[^>]*sqref="G2:G50001"/);
    const all = Object.values(parts)
      .map((part) => strFromU8(part))
      .join('');
    for (const value of ['белый', 'синий', 'Кружки', 'Цвет']) expect(all).toContain(value);
    expect(strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())).toContain('name="Значения"');
  });

  it('that nobody has filled in is no table', async () => {
    const bytes = new Uint8Array((await template()).rawPayload);
    const { status, body } = await uploadTable(test, owner, '/cards/imports/', bytes);
    expect([status, body.detail]).toEqual([400, [expect.stringContaining('хотя бы одна строка')]]);
  });

  it('of a subject that there is not is 404', async () => {
    expect((await template(987_654_321)).statusCode).toBe(404);
  });
});
