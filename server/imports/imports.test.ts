import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportColumns, type ExportColumn } from '#contract/card-export.ts';
import { forgetBulkEditsJob, goOnWithBulkEditsJob } from '#server/bulk-edits/go-on.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { workbook, workbookParts } from '#tests/support/table-files/workbook.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';
import { createCards } from './create-cards.ts';
import { forgetImportsJob, goOnWithImportsJob } from './go-on.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`importer-${people}`);
});
afterAll(() => test.close());

const run = { signal: new AbortController().signal, attempt: 1 };
const upload = (table: string | Uint8Array, name = 'товары.csv') =>
  uploadTable(test, owner, '/cards/imports/', table, { name });
const call = (method: 'GET' | 'POST' | 'DELETE', id: number, path = '', body?: object) =>
  test.call(owner, method, `/cards/imports/${id}/${path}`, body ? { body } : {});
const rowsOf = async (id: number, state = '') => (await call('GET', id, `rows/?state=${state}`)).body;

/** Uploaded and looked at, as far as it goes by itself. */
async function checked(table: string | Uint8Array) {
  const { status, body } = await upload(table);
  expect([status, body.detail]).toEqual([201, undefined]);
  const answer = await call('POST', body.id, 'checking/', { meanings: body.columns });
  expect(answer.status).toBe(200);
  await goOnWithImportsJob.handler({ importId: body.id }, test.deps, run);
  return (await call('GET', body.id)).body;
}

async function addCard(vendorCode: string, changes: Record<string, unknown> = {}): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, discount, search_text)
    VALUES (${owner.accountId}, ${vendorCode}, 'Кружка', ${CUPS}, ${changes['price'] ?? 100000}, 20, ${` кружка ${vendorCode.toLowerCase()}`})
    RETURNING id`.execute(test.database.db);
  return rows[0]?.id ?? 0;
}

const cardsOf = async () =>
  await test.database.db
    .selectFrom('cards')
    .selectAll()
    .where('account_id', '=', owner.accountId)
    .orderBy('id')
    .execute();

const HEAD = 'Артикул продавца;Название;Предмет;Цена, ₽;Скидка, %';

describe('a table of cards', () => {
  it('is kept, and its columns are guessed by their names', async () => {
    const { status, body } = await upload(
      `${HEAD};Объём, мл;Баркоды;Комментарий;Объём, л\nКР-1;Кружка;кружки;1 290,50;10;450;2039485716203;нет;0,45`,
      'товары \u202e.csv',
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'COLUMNS',
      file_name: 'товары .csv',
      row_total: 1,
      meanings: [
        'vendorCode',
        'title',
        'subject',
        'priceKopecks',
        'discount',
        'characteristic',
        'barcodes',
        null,
        null,
      ],
    });
    expect(await cardsOf()).toEqual([]);
  });

  it('is the first sheet of a workbook that has rows, or the one that is named', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = (code: string) =>
      `<row>${cell('Артикул')}${cell('Цена')}</row><row>${cell(code)}<c><v>10</v></c></row>`;
    const book = workbook({
      sheets: { Титул: `<row>${cell('Прайс')}</row>`, Лето: rows('L-1'), Зима: rows('Z-1') },
    });
    const { status, body } = await upload(book, 'прайс.xlsx');
    expect([status, body]).toMatchObject([
      201,
      { sheet_name: 'Лето', sheets: ['Титул', 'Лето', 'Зима'], headings: ['Артикул', 'Цена'] },
    ]);
    expect(await rowsOf(body.id, 'WAITING')).toMatchObject([{ line: 2, cells: ['L-1', '10'] }]);
    const other = await uploadTable(test, owner, '/cards/imports/?sheet=2', book);
    expect(other.body).toMatchObject({ sheet_name: 'Зима' });
    expect(await rowsOf(other.body.id, 'WAITING')).toMatchObject([{ cells: ['Z-1', '10'] }]);
    for (const sheet of [0, 3]) {
      expect((await uploadTable(test, owner, `/cards/imports/?sheet=${sheet}`, book)).status).toBe(400);
    }
    expect((await test.call(owner, 'GET', '/cards/imports/')).body).toHaveLength(2);
  });

  it('says from which day a cost price is valid: what was valid before stays', async () => {
    const dated = await addCard('С-ДАТОЙ');
    const undated = await addCard('БЕЗ-ДАТЫ');
    await sql`UPDATE cards SET cost_price_kopecks = 20000 WHERE id IN (${dated}, ${undated})`.execute(
      test.database.db,
    );
    const made = await checked(
      [
        'Артикул продавца;Название;Себестоимость;Действует с',
        'С-ДАТОЙ;Кружка новая;250,50;10.03.2026',
        'БЕЗ-ДАТЫ;Кружка;210;',
        'С-ДАТОЙ-2;Кружка;210;31.02.2026',
      ].join('\n'),
    );
    expect(made.counts).toMatchObject({ changed: 2, refused: 1 });
    const [refused] = await rowsOf(made.id, 'REFUSED');
    expect(JSON.stringify(refused.problems)).toContain('Нужен день, например 01.12.2026');
    await goOnWithBulkEditsJob.handler({ editId: made.edit_id }, test.deps, run);
    await test.call(owner, 'POST', `/cards/bulk-edits/${made.edit_id}/apply/`, {
      body: { expected_count: 2 },
    });
    const costs = await test.database.db
      .selectFrom('card_costs')
      .select(['card_id', 'from_day', 'cost_kopecks'])
      .where('account_id', '=', owner.accountId)
      .orderBy('card_id')
      .orderBy('from_day')
      .execute();
    expect(costs.map((one) => [one.card_id, one.from_day, one.cost_kopecks])).toEqual([
      [dated, '-infinity', 200_00],
      [dated, '2026-03-10', 250_50],
      [undated, '-infinity', 210_00],
    ]);
    expect(await cardsOf()).toMatchObject([
      { title: 'Кружка новая', cost_price_kopecks: 250_50 },
      { cost_price_kopecks: 210_00 },
    ]);
    // A day that has lost its format, in a workbook that counts from 1904.
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const parts = workbookParts({
      sheets: {
        A: `<row>${cell('Артикул')}${cell('Себестоимость')}${cell('Действует с')}</row><row>${cell('С-ДАТОЙ')}<c><v>260</v></c><c><v>44538</v></c></row>`,
      },
    });
    const xml = strFromU8(parts['xl/workbook.xml'] as Uint8Array); // every part of the fixture is bytes
    const since1904 = strToU8(xml.replace('<sheets>', '<workbookPr date1904="1"/><sheets>'));
    const old = await checked(zipSync({ ...parts, 'xl/workbook.xml': since1904 }));
    const wanted = await test.database.db
      .selectFrom('import_rows')
      .select('wanted')
      .where('import_id', '=', old.id)
      .executeTakeFirstOrThrow();
    expect(wanted).toMatchObject({ wanted: { costPriceFrom: '2025-12-09' } });
    // What the file says is so already.
    const again = await checked('Артикул продавца;Себестоимость;Действует с\nС-ДАТОЙ;250,50;10.03.2026');
    expect(again.counts).toMatchObject({ changed: 0, same: 1 });
  });

  it('creates drafts of its new cards by the rules of the form', async () => {
    const made = await checked(
      [
        'Артикул продавца;Наименование;Предмет;Бренд;Описание;Цена;Скидка;Скидка WB Клуба;Себестоимость;Размер;Баркод;Длина, см;Вес, кг;Ярлыки;Объем;Цвет',
        'КР-1;Кружка 🫖;кружки;Керамия;"Для чая;\nи кофе";1 290,50;10;5;400;;00012345;13;0,42;новинка, лето;450 мл;белый;синий',
      ]
        .join('\n')
        .replace('белый;синий', '"белый;синий"'),
    );
    expect(made).toMatchObject({ state: 'READY', counts: { fresh: 1, refused: 0 }, edit_id: null });
    expect(await cardsOf()).toEqual([]);
    const created = await call('POST', made.id, 'creating/', { expected_count: 1 });
    expect(created.body).toMatchObject({ state: 'CREATED', counts: { fresh: 0, created: 1 } });
    expect(await cardsOf()).toMatchObject([
      {
        vendor_code: 'КР-1',
        title: 'Кружка 🫖',
        subject_id: CUPS,
        state: 'DRAFT',
        brand: 'Керамия',
        description: 'Для чая;\nи кофе',
        price_kopecks: 129_050,
        discount: 10,
        club_discount: 5,
        cost_price_kopecks: 40_000,
        sizes: [{ techSize: '', wbSize: '', skus: ['00012345'] }],
        dimensions: { lengthCm: 13, widthCm: 0, heightCm: 0, weightKg: 0.42 },
        tags: ['новинка', 'лето'],
        characteristics: [
          { id: 900001, values: ['450'] },
          { id: 14177449, values: ['белый', 'синий'] },
        ],
        updated_by: owner.userId,
      },
    ]);
  });

  it('takes a column that is called as a characteristic with its unit for that characteristic, and no other unit', async () => {
    for (const [index, heading] of ['Объём, мл', 'Объем (мл)'].entries()) {
      const made = await checked(`${HEAD};${heading};Объём, л\nКР-${index};Кружка;Кружки;1290;10;450;0,3`);
      await call('POST', made.id, 'creating/', { expected_count: 1 });
    }
    const characteristics = [{ id: 900001, values: ['450'] }];
    expect(await cardsOf()).toMatchObject([{ characteristics }, { characteristics }]);
  });

  it('names the card whose article has a no-break space in the file, and makes no second one', async () => {
    await addCard('КР 01');
    const { counts } = await checked(`${HEAD}\nКР\u00a001;Кружка;Кружки;1290;20`);
    expect(counts).toMatchObject({ fresh: 0, changed: 1 });
  });

  it('makes a bulk edit of what changes, which is looked at, applied and taken back as any', async () => {
    const [up, same] = [await addCard('UP'), await addCard('SAME')];
    const made = await checked(`${HEAD}\nup;;;1290;\nSAME;  Кружка ;КРУЖКИ;1000;20\nNEW;Новая;Кружки;10;`);
    expect(made.counts).toEqual({ fresh: 1, created: 0, changed: 1, same: 1, refused: 0 });
    await goOnWithBulkEditsJob.handler({ editId: made.edit_id }, test.deps, run);
    const edit = await test.call(owner, 'GET', `/cards/bulk-edits/${made.edit_id}/`);
    expect(edit.body).toMatchObject({ state: 'READY', card_total: 1, counts: { ready: 1 } });
    await test.call(owner, 'POST', `/cards/bulk-edits/${made.edit_id}/apply/`, {
      body: { expected_count: 1 },
    });
    const prices = (await cardsOf()).map((card) => [card.id, card.price_kopecks, card.title]);
    expect(prices).toEqual([
      [up, 129_000, 'Кружка'],
      [same, 100_000, 'Кружка'],
    ]);
  });

  it('says what has become of its changes: they wait, were applied, or were forgotten with the day', async () => {
    await addCard('UP');
    const made = await checked(`${HEAD}\nup;;;1290;`);
    await goOnWithBulkEditsJob.handler({ editId: made.edit_id }, test.deps, run);
    expect((await call('GET', made.id)).body.edit).toEqual({ state: 'READY', applied_count: 0 });
    await test.call(owner, 'POST', `/cards/bulk-edits/${made.edit_id}/apply/`, {
      body: { expected_count: 1 },
    });
    expect((await call('GET', made.id)).body.edit).toEqual({ state: 'APPLIED', applied_count: 1 });

    const left = await checked(`${HEAD}\nup;;;1390;`);
    await sql`UPDATE bulk_edits SET created_at = now() - interval '25 hours' WHERE id = ${left.edit_id}`.execute(
      test.database.db,
    );
    await forgetBulkEditsJob.handler({}, test.deps, run);
    const { body: listed } = await test.call(owner, 'GET', '/cards/imports/');
    expect(listed).toMatchObject([
      { id: left.id, edit_id: left.edit_id, edit: null },
      { id: made.id, edit: { state: 'APPLIED' } },
    ]);
    const again = await call('POST', left.id, 'checking/', { meanings: left.columns });
    await goOnWithImportsJob.handler({ importId: left.id }, test.deps, run);
    expect(again.status).toBe(200);
    const { body: now } = await call('GET', left.id);
    expect(now.edit_id).not.toBe(left.edit_id);
    expect(now.edit).toMatchObject({ applied_count: 0 });
  });

  it('changes whatever it says otherwise of a card, as one edit that gives all of it back', async () => {
    const [id] = [await addCard('ONE'), await addCard('TWO')];
    await sql`UPDATE cards SET brand = 'Керамия', search_text = search_text || ' керамия', tags = '["лето"]', description = 'Для чая',
      dimensions = '{"lengthCm": 10, "widthCm": 0, "heightCm": 9, "weightKg": 0.4}',
      characteristics = '[{"id": 14177449, "values": ["белый"]}, {"id": 900001, "values": ["450"]}]'
      WHERE account_id = ${owner.accountId}`.execute(test.database.db);
    const before = await cardsOf();
    const made = await checked(
      [
        `${HEAD};Бренд;Описание;Длина, см;Ширина, см;Высота, см;Вес, кг;Ярлыки;Цвет;Объем`,
        'ONE;Чашка;;;;Фарфория;"Для чая\nи кофе";12;8;;0,4;"зима, лето";"белый; синий";450 мл',
        'TWO;;;;;;;10;;9;0,4004;лето;белый;450,0',
      ].join('\n'),
    );
    expect([made.counts, await rowsOf(made.id, 'REFUSED')]).toEqual([
      { fresh: 0, created: 0, changed: 1, same: 1, refused: 0 },
      [],
    ]);
    const edit = `/cards/bulk-edits/${made.edit_id}/`;
    await goOnWithBulkEditsJob.handler({ editId: made.edit_id }, test.deps, run);
    expect((await test.call(owner, 'GET', edit)).body).toMatchObject({
      state: 'READY',
      change: {
        kind: 'FILE',
        fields: ['title', 'description', 'brand', 'lengthCm', 'widthCm', 'tags', 'characteristics'],
        characteristics: [{ id: 14177449, name: 'Цвет' }],
      },
    });
    expect((await test.call(owner, 'GET', `${edit}rows/`)).body.results).toMatchObject([
      {
        card_id: id,
        before: {
          title: 'Кружка',
          description: 'Для чая',
          brand: 'Керамия',
          length_cm: 10,
          width_cm: 0,
          tags: ['лето'],
          characteristics: [{ id: 14177449, values: ['белый'] }],
        },
        after: {
          title: 'Чашка',
          description: 'Для чая\nи кофе',
          brand: 'Фарфория',
          length_cm: 12,
          width_cm: 8,
          tags: ['зима', 'лето'],
          characteristics: [{ id: 14177449, values: ['белый', 'синий'] }],
        },
      },
    ]);
    await test.call(owner, 'POST', `${edit}apply/`, { body: { expected_count: 1 } });
    const [changed, other] = await cardsOf();
    expect(changed).toMatchObject({
      title: 'Чашка',
      dimensions: { lengthCm: 12, widthCm: 8, heightCm: 9, weightKg: 0.4 },
      characteristics: [
        { id: 14177449, values: ['белый', 'синий'] },
        { id: 900001, values: ['450'] },
      ],
    });
    expect(other).toEqual(before[1]);
    await test.call(owner, 'POST', `${edit}rollback/`, { body: {} });
    // Who wrote it last, and when, is told as it was.
    const writing = { version: 0, updated_at: 0, updated_by: 0, feed_xid: 0 };
    const contents = (cards: typeof before) => cards.map((card) => ({ ...card, ...writing }));
    expect(contents(await cardsOf())).toEqual(contents(before));
  });

  it('tells by cell what a card that there is cannot have', async () => {
    await addCard('ONE');
    const made = await checked(
      [
        `${HEAD};Ярлыки;Бренд;Цвет;Объем`,
        `ONE;${'а'.repeat(61)};;0;;слишком длинный ярлык;${'б'.repeat(101)};белый;много`,
      ].join('\n'),
    );
    const [{ problems }] = await rowsOf(made.id, 'REFUSED');
    expect(
      problems.map(({ column, text }: { column: number; text: string }) => `${column}: ${text}`),
    ).toEqual(['5: Не больше 15 ярлыков, и каждый не длиннее 15 знаков', '6: Не длиннее 100 символов']);
    const mended = await checked([`${HEAD};Объем`, `ONE;${'а'.repeat(61)};;0;;много`].join('\n'));
    const [row] = await rowsOf(mended.id, 'REFUSED');
    expect(
      row.problems.map(({ column, text }: { column: number; text: string }) => `${column}: ${text}`),
    ).toEqual([
      '3: Цена вышла бы меньше 1 ₽',
      '1: Наименование вышло бы в 61 символов: можно 60',
      '5: Нужно число, мл',
    ]);
  });

  it('says what is wrong with each cell, and takes no part of such a row', async () => {
    await addCard('OLD');
    const made = await checked(
      [
        `${HEAD};Баркоды;Размеры`,
        'A;Кружка;Кружки;дорого;15,5;;',
        'B;Кружка;Чашечки;10;0;;',
        'C;;;;;;',
        ';Кружка;Кружки;10;0;;',
        `D;${'а'.repeat(61)};Кружки;10;0;;`,
        'E;Кружка;Кружки;10;0;1234;',
        'F;Кружка;Кружки;10;0;2039485716203, 2039485716204;S, M, L',
        'OLD;;;#Н/Д;;;',
        'TWICE;Кружка;Кружки;10;0;;',
        'twice;Кружка;Кружки;10;0;;',
      ].join('\n'),
    );
    expect(made.counts).toEqual({ fresh: 0, created: 0, changed: 0, same: 0, refused: 10 });
    const rows = await rowsOf(made.id, 'REFUSED');
    const said = rows.map(
      ({ line, problems }: { line: number; problems: { column: number; text: string }[] }) => [
        line,
        ...problems.map(({ column, text }) => `${column}: ${text}`),
      ],
    );
    expect(said).toEqual([
      [2, '3: Нужна сумма в рублях', '4: Нужно целое число от 0 до 99'],
      [3, '2: Нет такого предмета'],
      [
        4,
        '2: Для новой карточки нужен предмет',
        '3: Для новой карточки нужна цена',
        '1: Для новой карточки нужно наименование',
      ],
      [5, '0: Нет артикула или баркода'],
      [6, '1: Не длиннее 60 символов'],
      [7, '5: Баркод «1234» не подходит: нужно от 8 до 15 цифр'],
      [8, '5: Размеров 3, баркодов 2: непонятно, какой баркод у какого размера'],
      [9, '3: В ячейке ошибка формулы #Н/Д'],
      [10, 'null: Ошибка в строке 11 той же карточки'],
      [11, '0: В строке 10 той же карточки — «TWICE»: оставьте одно'],
    ]);
  });

  it('gives its errors as a file, and what is mended in it is taken', async () => {
    const made = await checked(`${HEAD};=Своё\nA;Кружка;Кружки;дорого;15;=1+1\nB;Кружка;Кружки;10;0;x`);
    const file = await test.app.inject({
      url: `/api/v1/cards/imports/${made.id}/errors/export/?format=xlsx`,
      headers: owner.headers,
    });
    expect(file.statusCode).toBe(200);
    const sheet = strFromU8(
      unzipSync(new Uint8Array(file.rawPayload))['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
    );
    expect(sheet).toContain('>Строка 2. Цена, ₽: Нужна сумма в рублях<');
    expect(sheet).not.toContain('>B<');
    const csv = await test.app.inject({
      url: `/api/v1/cards/imports/${made.id}/errors/export/?format=csv`,
      headers: owner.headers,
    });
    const mended = await checked(csv.body.replace('дорого', '99'));
    expect(mended.counts).toMatchObject({ fresh: 1, refused: 0 });
  });

  it('is not taken for another’s columns again: what was named is remembered by the headings', async () => {
    const table = 'Мой код;Как зовут;Что это;Почём\nK-1;Кружка;Кружки;10';
    const { body } = await upload(table);
    expect(body.meanings).toEqual([null, null, null, null]);
    const none = await call('POST', body.id, 'checking/', { meanings: body.meanings });
    expect(none).toMatchObject({
      status: 400,
      body: { detail: ['Укажите, в каком столбце артикул или баркод'] },
    });
    await call('POST', body.id, 'checking/', {
      meanings: ['vendorCode', 'title', 'subject', 'priceKopecks'],
    });
    expect((await upload(table)).body.meanings).toEqual(['vendorCode', 'title', 'subject', 'priceKopecks']);
    const reordered = await upload('Почём;Что это;Мой код;Как зовут\n10;Кружки;K-1;Кружка');
    expect(reordered.body.meanings).toEqual(['priceKopecks', 'subject', 'vendorCode', 'title']);
    // Of our own files, whatever they head a title with.
    const headed = (title: string) => `Мой код;${title};Что это;Почём\nK-1;Кружка;Кружки;10`;
    const named = ['vendorCode', 'description', 'subject', 'priceKopecks'];
    for (const [title, other] of [
      ['Название', 'Наименование'],
      ['Наименование*', 'Название*'],
    ] as const) {
      const given = await upload(headed(title).replace('Мой код', `Код ${title}`));
      await call('POST', given.body.id, 'checking/', { meanings: named });
      const again = await upload(headed(other).replace('Мой код', `Код ${title}`));
      expect(again.body.meanings).toEqual(named);
    }
    const stranger = await test.signIn('import-stranger');
    const theirs = await uploadTable(test, stranger, '/cards/imports/', table);
    expect(theirs.body.meanings).toEqual([null, null, null, null]);
  });

  it('may have its columns named otherwise until cards are created', async () => {
    const made = await checked(`${HEAD}\nK-1;Кружка;Кружки;10;0\nK-2;Кружка;Кружки;10;0`);
    const again = await call('POST', made.id, 'checking/', {
      meanings: ['vendorCode', 'title', null, 'priceKopecks', 'discount'],
    });
    expect(again.body.counts).toMatchObject({ fresh: 0, refused: 2 });
    await call('POST', made.id, 'checking/', { meanings: made.meanings });
    const created = await call('POST', made.id, 'creating/', { expected_count: 2 });
    expect(created.body.state).toBe('CREATED');
    expect((await call('POST', made.id, 'checking/', { meanings: made.meanings })).status).toBe(409);
  });

  it('creates no more than was seen, and once however often it is asked', async () => {
    const made = await checked(`${HEAD}\nK-1;Кружка;Кружки;10;0`);
    expect((await call('POST', made.id, 'creating/', { expected_count: 2 })).status).toBe(409);
    await addCard('K-1');
    const created = await call('POST', made.id, 'creating/', { expected_count: 1 });
    expect(created.body.counts).toMatchObject({ created: 0, refused: 1 });
    expect((await call('POST', made.id, 'creating/', { expected_count: 1 })).status).toBe(200);
    expect(await cardsOf()).toHaveLength(1);
  });

  it('goes on where a process has died, each card once, and stops when it is told to', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `K-${index};Кружка;Кружки;10;0`);
    const made = await checked([HEAD, ...rows].join('\n'));
    await sql`UPDATE imports SET state = 'CREATING', worked_at = now() - interval '1 hour' WHERE id = ${made.id}`.execute(
      test.database.db,
    );
    const work = { accountId: owner.accountId, userId: owner.userId, importId: made.id };
    // The process ends after its first batch.
    expect(await createCards(test.database, work, () => false)).toBe(false);
    const half = (await cardsOf()).length;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(300);
    expect((await call('POST', made.id, 'stop/')).body).toMatchObject({
      state: 'STOPPED',
      counts: { created: half, fresh: 300 - half },
    });
    await call('POST', made.id, 'creating/', { expected_count: 300 - half });
    await goOnWithImportsJob.handler({ importId: made.id }, test.deps, run);
    expect((await call('GET', made.id)).body).toMatchObject({ state: 'CREATED', counts: { created: 300 } });
    const codes = (await cardsOf()).map((card) => card.vendor_code);
    expect(new Set(codes).size).toBe(300);
    expect(codes).toHaveLength(300);
  });

  it('is there at the next sign-in, until it is removed or forgotten', async () => {
    const made = await checked(`${HEAD}\nK-1;Кружка;Кружки;10;0`);
    const again = await test.signIn(`importer-${people}`);
    expect((await test.call(again, 'GET', '/cards/imports/')).body).toMatchObject([{ id: made.id }]);
    await forgetImportsJob.handler({}, test.deps, run);
    expect((await call('GET', made.id)).status).toBe(200);
    expect((await call('DELETE', made.id)).status).toBe(204);
    expect((await call('GET', made.id)).status).toBe(404);
    await upload(`${HEAD}\nK-1;Кружка;Кружки;10;0`);
    await sql`UPDATE imports SET created_at = now() - interval '8 days' WHERE account_id = ${owner.accountId}`.execute(
      test.database.db,
    );
    await forgetImportsJob.handler({}, test.deps, run);
    expect((await test.call(owner, 'GET', '/cards/imports/')).body).toEqual([]);
  });

  it.each([
    ['nothing but headings', HEAD, 'нужны названия столбцов'],
    ['a web page', '<html>', 'Это веб-страница'],
    ['nothing', '', 'Файл пуст'],
    ['too many columns', `${HEAD}\n${'1;'.repeat(300)}1`, 'Столбцов больше 200'],
  ])('that is %s leaves nothing behind', async (_what, table, problem) => {
    const { status, body } = await upload(table);
    expect([status, body.detail]).toEqual([400, [expect.stringContaining(problem)]]);
    expect((await test.call(owner, 'GET', '/cards/imports/')).body).toEqual([]);
  });
});

it('what «Скачать» gave changes nothing when it is put in again, whatever the cards and the columns are', async () => {
  // Of the name of the card's own package, and of another height than it.
  await sql`INSERT INTO subject_characteristics (subject_id, id, name, is_required, type)
    VALUES (${CUPS}, 900777, 'Высота упаковки', false, 'NUMBER')`.execute(test.database.db);
  const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  const code = fc.oneof(
    line,
    fc.constantFrom('=1+1', '00012', '+7', '-5', '@SUM', '1e5', '12.10.2025', "'x", "'=x"),
  );
  const cards = fc.uniqueArray(
    fc.record({
      vendor_code: code.filter((text) => text.trim() === text),
      title: line,
      description: fc.constantFrom('', 'a\nb;"c"', '=1', '🫖', '_x0041_'),
      price_kopecks: fc.integer({ min: 0, max: 1_000_000_000 }),
      discount: fc.integer({ min: 0, max: 99 }),
      club_discount: fc.integer({ min: 0, max: 99 }),
      cost_price_kopecks: fc.option(fc.integer({ min: 0, max: 1_000_000_000 })),
      brand: fc.oneof(line, fc.constantFrom('', '=1', '00012', 'Керамия')),
      // With none, one or several barcodes of each.
      sizes: fc.uniqueArray(
        fc.tuple(
          fc.constantFrom('', 'S', 'm', 'XL', '38,5', '40', 'a;b', '=1', '0'),
          fc.nat(2),
          fc.constantFrom('', '', '42', '44-46', '38,5', 'x; y', '=1', '0', '00012', 'Z'.repeat(50)),
        ),
        { selector: ([name]) => name, maxLength: 4 },
      ),
      tags: fc.uniqueArray(fc.constantFrom('лето', 'хит;топ', 'a,b', '=1', '-5', '00012'), { maxLength: 4 }),
      dimensions: fc.record({
        length_cm: fc.integer({ min: 0, max: 1000 }),
        width_cm: fc.integer({ min: 0, max: 1000 }),
        height_cm: fc.integer({ min: 0, max: 1000 }),
        weight_kg: fc.constantFrom(0, 0.42, 0.1234, 1 / 3, 12, 999.9999),
      }),
      characteristics: fc.record({
        volume: fc.constantFrom([], ['450'], ['12,5'], ['0.125'], ['12.50'], ['007']),
        colours: fc.uniqueArray(fc.constantFrom('белый', 'синий;голубой', '=1', '00012', '1,50', 'a, b'), {
          maxLength: 2,
        }),
        height: fc.constantFrom([], ['77']),
      }),
    }),
    { selector: ({ vendor_code }) => vendor_code.toLowerCase().trim(), minLength: 1, maxLength: 12 },
  );
  const others: ExportColumn[] = exportColumns.filter((column) => column !== 'vendorCode');
  const columns = fc.option(
    fc
      .shuffledSubarray(others, { minLength: 1 })
      .chain((some) => fc.nat(some.length).map((at) => some.toSpliced(at, 0, 'vendorCode'))),
    { nil: undefined },
  );
  let round = 0;
  await fc.assert(
    fc.asyncProperty(cards, fc.constantFrom('xlsx', 'csv'), columns, async (drawn, format, asked) => {
      round += 1;
      owner = await test.signIn(`round-trip-${round}`);
      for (const [index, card] of drawn.entries()) {
        const { volume, colours, height } = card.characteristics;
        const characteristics = [
          { id: 900001, values: volume },
          { id: 14177449, values: colours },
          { id: 900777, values: height },
        ];
        const sizes = card.sizes.map(([name, count, wbSize], at) => ({
          tech_size: name,
          wb_size: wbSize,
          skus: Array.from({ length: count }, (_, nth) => String(10_000_000 + index * 100 + at * 10 + nth)),
        }));
        const body = { ...card, sizes, characteristics, title: `${card.title} ${index}`, subject_id: CUPS };
        const { status } = await test.call(owner, 'POST', '/cards/', { body });
        // What the form refuses is on no card.
        expect([201, 400]).toContain(status);
      }
      const before = await cardsOf();
      if (before.length === 0) return;
      const file = await test.app.inject({
        method: 'POST',
        url: '/api/v1/cards/export/',
        headers: owner.headers,
        payload: { selection: { filter: {} }, format, columns: asked },
      });
      const made = await checked(new Uint8Array(file.rawPayload));
      expect([made.counts, await rowsOf(made.id, 'REFUSED')]).toEqual([
        { fresh: 0, created: 0, changed: 0, same: before.length, refused: 0 },
        [],
      ]);
      expect(made.edit_id).toBeNull();
      expect(await cardsOf()).toEqual(before);
    }),
    { numRuns: 8 },
  );
});
