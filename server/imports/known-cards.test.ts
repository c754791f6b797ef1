import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CardSize, CharacteristicValue } from '#contract/cards.ts';
import { goOnWithBulkEditsJob } from '#server/bulk-edits/go-on.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, CUPS, putIntoShop } from '#tests/support/cards/fixtures.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';
import { goOnWithImportsJob } from './go-on.ts';

/** What makes a card the card that it is: its vendor code, its subject, its sizes and barcodes. */

let test: ShopTest;
let owner: SignedIn;
let people = 0;

const VASES = 900_701;
const [ONE, TWO, THREE] = ['20000001', '20000002', '20000003'] as const;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  await sql`INSERT INTO subjects (id, name, parent_name) VALUES (${VASES}, 'Вазы', 'Дом'), (900702, 'Горшки', 'Дом')`.execute(
    test.database.db,
  );
  await sql`INSERT INTO subject_characteristics (subject_id, id, name, is_required, type)
    VALUES (${VASES}, 14177449, 'Цвет', false, 'TEXT'), (${VASES}, 900703, 'Форма', false, 'TEXT')`.execute(
    test.database.db,
  );
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`renaming-${people}`);
});
afterAll(() => test.close());

const run = { signal: new AbortController().signal, attempt: 1 };

/** Uploaded and looked at, as far as it goes by itself. */
async function checked(table: string) {
  const { body } = await uploadTable(test, owner, '/cards/imports/', table);
  await test.call(owner, 'POST', `/cards/imports/${body.id}/checking/`, {
    body: { meanings: body.meanings },
  });
  await goOnWithImportsJob.handler({ importId: body.id }, test.deps, run);
  const made = (await test.call(owner, 'GET', `/cards/imports/${body.id}/`)).body;
  if (made.edit_id !== null) await goOnWithBulkEditsJob.handler({ editId: made.edit_id }, test.deps, run);
  return made;
}

const refusalsOf = async (importId: number) =>
  (await test.call(owner, 'GET', `/cards/imports/${importId}/rows/?state=REFUSED`)).body.map(
    ({ line, problems }: { line: number; problems: { column: number; text: string }[] }) => [
      line,
      ...problems.map(({ column, text }) => `${column}: ${text}`),
    ],
  );
const rowsOf = async (editId: number) =>
  (await test.call(owner, 'GET', `/cards/bulk-edits/${editId}/rows/`)).body.results;
const apply = (editId: number, count: number) =>
  test.call(owner, 'POST', `/cards/bulk-edits/${editId}/apply/`, { body: { expected_count: count } });
const rollBack = (editId: number) =>
  test.call(owner, 'POST', `/cards/bulk-edits/${editId}/rollback/`, { body: {} });

async function addCard(
  vendorCode: string,
  content: { sizes?: CardSize[]; characteristics?: CharacteristicValue[] } = {},
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, sizes, characteristics, search_text)
    VALUES (${owner.accountId}, ${vendorCode}, 'Кружка', ${CUPS}, 100000, ${JSON.stringify(content.sizes ?? [])},
      ${JSON.stringify(content.characteristics ?? [])}, ${` кружка ${vendorCode.toLowerCase()}`})
    RETURNING id`.execute(test.database.db);
  return rows[0]?.id ?? 0;
}

const size = (techSize: string, ...skus: string[]): CardSize => ({ techSize, wbSize: '', skus });
const cardOf = (id: number) =>
  test.database.db
    .selectFrom('cards')
    .select([
      'vendor_code',
      'title',
      'price_kopecks',
      'subject_id',
      'sizes',
      'characteristics',
      'search_text',
    ])
    .where('account_id', '=', owner.accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const HEAD = 'ID карточки;Артикул продавца;Название;Предмет;Цена, ₽';

describe('the vendor code of a card that its number names', () => {
  it('is changed, found by, told in the history of the card, and given back', async () => {
    const id = await addCard('OLD-1');
    const made = await checked(`${HEAD}\n${id};NEW-1;;;`);
    expect(made.counts).toMatchObject({ changed: 1, refused: 0 });
    expect(await rowsOf(made.edit_id)).toMatchObject([
      { before: { vendor_code: 'OLD-1' }, after: { vendor_code: 'NEW-1' }, refusal: null },
    ]);
    await apply(made.edit_id, 1);
    expect(await cardOf(id)).toMatchObject({
      vendor_code: 'NEW-1',
      search_text: expect.stringContaining('new-1'),
    });
    const history = await test.call(owner, 'GET', `/cards/${id}/changes/`);
    expect(history.body.results[0]).toMatchObject({
      before: { vendor_code: 'OLD-1' },
      after: { vendor_code: 'NEW-1' },
    });
    await rollBack(made.edit_id);
    expect(await cardOf(id)).toMatchObject({ vendor_code: 'OLD-1' });
  });

  it('says nothing where it is as it is, and new cards of the table have no number', async () => {
    const id = await addCard('KR-1');
    const other = await addCard('KR-2');
    const made = await checked(
      [HEAD, `${id};KR-1;;;1000`, `;kr-2;;;500`, ';KR-3;Новая;Кружки;10', '987654321;KR-4;;;'].join('\n'),
    );
    expect(made.counts).toMatchObject({ fresh: 1, changed: 1, same: 1, refused: 1 });
    expect(await rowsOf(made.edit_id)).toMatchObject([{ card_id: other, after: { price_kopecks: 50_000 } }]);
    expect(await refusalsOf(made.id)).toEqual([
      [5, '0: Нет карточки с таким ID. Чтобы создать новую, оставьте ячейку пустой'],
    ]);
  });

  it('is no one else’s: neither of a card that there is, nor of another row, nor when two are swapped', async () => {
    const ids = [await addCard('A'), await addCard('B'), await addCard('C'), await addCard('D')];
    await addCard('TAKEN');
    const made = await checked(
      [
        HEAD,
        `${ids[0]};B;;;`,
        `${ids[1]};A;;;`,
        `${ids[2]};TAKEN;;;`,
        `${ids[3]};NEW;;;`,
        ';NEW;Новая;Кружки;10',
      ].join('\n'),
    );
    expect(made.counts).toMatchObject({ fresh: 0, changed: 0, refused: 5 });
    const held = (code: string) =>
      `1: Артикул «${code}» уже есть у другой карточки. Если таблица меняет и её артикул, загрузите таблицу ещё раз, когда он освободится`;
    const twice = '1: Этот артикул — в нескольких строках, а карточка с ним может быть одна';
    expect(await refusalsOf(made.id)).toEqual([
      [2, held('B')],
      [3, held('A')],
      [4, held('TAKEN')],
      [5, twice],
      [6, twice],
    ]);
  });

  it('is not the card of another account, whose number is in the file', async () => {
    const stranger = owner;
    const id = await addCard('THEIRS');
    owner = await test.signIn(`renaming-other-${people}`);
    const made = await checked(`${HEAD}\n${id};MINE;;;`);
    expect(made.counts).toMatchObject({ changed: 0, refused: 1 });
    // As of a number that nobody has.
    expect(await refusalsOf(made.id)).toEqual([
      [2, '0: Нет карточки с таким ID. Чтобы создать новую, оставьте ячейку пустой'],
    ]);
    owner = stranger;
    expect(await cardOf(id)).toMatchObject({ vendor_code: 'THEIRS' });
  });

  it('that somebody has taken meanwhile stays with him, also on the way back', async () => {
    const [one, two] = [await addCard('ONE'), await addCard('TWO')];
    const made = await checked(`${HEAD}\n${one};ONE-NEW;;;\n${two};TWO-NEW;;;`);
    await addCard('ONE-NEW');
    await apply(made.edit_id, 2);
    expect((await rowsOf(made.edit_id)).map(({ state }: { state: string }) => state)).toEqual([
      'CHANGED_SINCE',
      'APPLIED',
    ]);
    await addCard('TWO');
    await rollBack(made.edit_id);
    expect((await rowsOf(made.edit_id)).map(({ state }: { state: string }) => state)).toEqual([
      'CHANGED_SINCE',
      'KEPT',
    ]);
    expect([await cardOf(one), await cardOf(two)]).toMatchObject([
      { vendor_code: 'ONE' },
      { vendor_code: 'TWO-NEW' },
    ]);
  });

  it('that another card has by now stays, and what else the row has changed goes back', async () => {
    const id = await addCard('ONE');
    const made = await checked(`${HEAD}\n${id};ONE-NEW;Чашка;;`);
    await apply(made.edit_id, 1);
    await addCard('ONE');
    await rollBack(made.edit_id);
    expect(await cardOf(id)).toMatchObject({ vendor_code: 'ONE-NEW', title: 'Кружка' });
    expect(await rowsOf(made.edit_id)).toMatchObject([
      {
        state: 'KEPT',
        refusal: 'Артикул продавца: прежний уже у другой карточки, оставлено',
        mend: { advice: expect.stringMatching(/^Вернулось: наименование\. /) },
      },
    ]);
  });

  it('is looked at again when the change is: what was free at the check may be taken at the look', async () => {
    const id = await addCard('ONE');
    const { body } = await uploadTable(test, owner, '/cards/imports/', `${HEAD}\n${id};LATE;;;`);
    await test.call(owner, 'POST', `/cards/imports/${body.id}/checking/`, {
      body: { meanings: body.meanings },
    });
    await goOnWithImportsJob.handler({ importId: body.id }, test.deps, run);
    const made = (await test.call(owner, 'GET', `/cards/imports/${body.id}/`)).body;
    await addCard('LATE');
    await goOnWithBulkEditsJob.handler({ editId: made.edit_id }, test.deps, run);
    expect(await rowsOf(made.edit_id)).toMatchObject([
      { state: 'REFUSED', after: {}, mend: { field: 'vendorCode' } },
    ]);
  });
});

describe('sizes and barcodes of a card that there is', () => {
  const SIZES_HEAD = 'Артикул продавца;Размеры;Баркоды;Цена, ₽';

  it('are added to, and given back as they were', async () => {
    const sizes = [size('S', ONE), size('M')];
    const id = await addCard('KR-1', { sizes });
    const made = await checked(`${SIZES_HEAD}\nKR-1;S, M, L;"${ONE}; ${TWO}; ${THREE}";`);
    expect([made.counts, await refusalsOf(made.id)]).toMatchObject([{ changed: 1 }, []]);
    const next = [size('S', ONE), size('M', TWO), size('L', THREE)];
    await apply(made.edit_id, 1);
    expect(await cardOf(id)).toMatchObject({ sizes: next, search_text: expect.stringContaining(THREE) });
    const again = await checked(`${SIZES_HEAD}\nKR-1;S, M, L;"${ONE}, ${TWO}, ${THREE}";1000`);
    expect(again.counts).toMatchObject({ same: 1 });
    await rollBack(made.edit_id);
    expect(await cardOf(id)).toMatchObject({ sizes });
  });

  it('of a colleague are not taken away by a file that was looked at before', async () => {
    const id = await addCard('KR-1', { sizes: [size('S', ONE)] });
    const made = await checked(`${SIZES_HEAD}\nKR-1;S, M;;`);
    const theirs = [size('S', ONE), size('L', TWO)];
    await sql`UPDATE cards SET sizes = ${JSON.stringify(theirs)} WHERE id = ${id}`.execute(test.database.db);
    await apply(made.edit_id, 1);
    expect(await rowsOf(made.edit_id)).toMatchObject([{ state: 'CHANGED_SINCE' }]);
    expect(await cardOf(id)).toMatchObject({ sizes: theirs });
    const anew = await checked(`${SIZES_HEAD}\nKR-1;S, M;;`);
    await apply(anew.edit_id, 1);
    expect(await cardOf(id)).toMatchObject({ sizes: [...theirs, size('M')] });
  });

  it('that the marketplace has are refused at their cell, and all that is wrong with others too', async () => {
    const shopId = await addTestShop(test.database.db, owner.accountId);
    const there = await addCard('THERE', { sizes: [size('S', ONE)] });
    await putIntoShop(test.database, { accountId: owner.accountId, shopId, cardId: there });
    await sql`UPDATE shop_cards SET sizes = ${JSON.stringify([{ chrtId: 1, techSize: 'S', skus: [ONE] }])}
      WHERE card_id = ${there}`.execute(test.database.db);
    await addCard('TWICE', { sizes: [size('S'), size('M')] });
    await addCard('DOUBLE', { sizes: [size('S'), size('M')] });
    const made = await checked(
      [SIZES_HEAD, `THERE;;${TWO};`, `TWICE;M, m;;`, `DOUBLE;;"${THREE}, ${THREE}";`].join('\n'),
    );
    const refusals = await refusalsOf(made.id);
    expect(refusals).toEqual([
      [
        2,
        `2: Баркод ${ONE} размера S уже на Wildberries: там баркоды не меняют, а добавляют. Впишите вместе: ${ONE}, ${TWO}`,
      ],
      [3, '1: Размер m указан дважды'],
      [4, `2: Баркод ${THREE} указан дважды`],
    ]);
    const mended = await checked(`${SIZES_HEAD}\nTHERE;;"${ONE}, ${TWO}";`);
    expect(await rowsOf(mended.edit_id)).toMatchObject([
      { after: { sizes: [{ tech_size: 'S', skus: [ONE, TWO] }] }, refusal: null },
    ]);
  });

  it('are doubted as in the editor: of another card, or with a wrong check digit', async () => {
    await addCard('HOLDER', { sizes: [size('', ONE)] });
    await sql`UPDATE cards SET search_text = search_text || ${` ${ONE}`} WHERE account_id = ${owner.accountId}`.execute(
      test.database.db,
    );
    await addCard('KR-1');
    await addCard('KR-2');
    const made = await checked(`${SIZES_HEAD}\nKR-1;;${ONE};\nKR-2;;2039485716209;`);
    expect(await rowsOf(made.edit_id)).toMatchObject([
      { state: 'READY', warnings: ['BARCODE_SHARED'] },
      { state: 'READY', warnings: ['CHECK_DIGIT'] },
    ]);
  });

  it('name the card where nothing else does, and are no change of it then', async () => {
    await addCard('KR-1', { sizes: [size('S', ONE), size('M', TWO)] });
    const made = await checked(`Баркод;Цена, ₽\n${TWO};500`);
    expect(await rowsOf(made.edit_id)).toMatchObject([{ before: { price_kopecks: 100_000 } }]);
    expect(made.counts).toMatchObject({ changed: 1, refused: 0 });
  });
});

describe('the subject of a card that there is', () => {
  const colour = { id: 14177449, values: ['белый'] };
  const volume = { id: 900001, values: ['450'] };

  it('is changed with what the new one knows nothing of, which is told and comes back', async () => {
    const id = await addCard('KR-1', { characteristics: [volume, colour] });
    const made = await checked('Артикул продавца;Предмет;Форма;Объем\nKR-1;вазы;круглая;300');
    expect([made.counts, await refusalsOf(made.id)]).toMatchObject([{ changed: 1 }, []]);
    expect((await test.call(owner, 'GET', `/cards/bulk-edits/${made.edit_id}/`)).body.change).toMatchObject({
      kind: 'CARD_FILE',
      fields: ['characteristics', 'subject'],
      characteristics: expect.arrayContaining([expect.objectContaining({ id: 900001 })]),
    });
    expect(await rowsOf(made.edit_id)).toMatchObject([
      {
        before: {
          subject: { id: CUPS },
          characteristics: [volume, { id: 900703, values: [] }],
        },
        after: {
          subject: { id: VASES, name: 'Вазы' },
          characteristics: [
            { id: 900001, values: [] },
            { id: 900703, values: ['круглая'] },
          ],
        },
        warnings: ['CHARACTERISTICS_LOST'],
      },
    ]);
    await apply(made.edit_id, 1);
    expect(await cardOf(id)).toMatchObject({
      subject_id: VASES,
      characteristics: [colour, { id: 900703, values: ['круглая'] }],
    });
    await rollBack(made.edit_id);
    const back = await cardOf(id);
    expect(back.subject_id).toBe(CUPS);
    expect(back.characteristics).toHaveLength(2);
    expect(back.characteristics).toEqual(expect.arrayContaining([volume, colour]));
  });

  it('stays of a card that has come to the marketplace since the look, and of one that has since the change', async () => {
    const shopId = await addTestShop(test.database.db, owner.accountId);
    const publish = (cardId: number) =>
      putIntoShop(test.database, { accountId: owner.accountId, shopId, cardId });
    const [before, after] = [await addCard('KR-1'), await addCard('KR-2')];
    const made = await checked('Артикул продавца;Предмет\nKR-1;Вазы\nKR-2;Вазы');
    await publish(before);
    await apply(made.edit_id, 2);
    expect(await rowsOf(made.edit_id)).toMatchObject([{ state: 'CHANGED_SINCE' }, { state: 'APPLIED' }]);
    expect([(await cardOf(before)).subject_id, (await cardOf(after)).subject_id]).toEqual([CUPS, VASES]);
    await publish(after);
    await rollBack(made.edit_id);
    expect((await rowsOf(made.edit_id))[1]).toMatchObject({ state: 'KEPT' });
    expect((await cardOf(after)).subject_id).toBe(VASES);
  });

  it('stays with the characteristics of its row where others have changed one of them; the price goes back', async () => {
    const colour = { id: 14177449, values: ['синий'] };
    const volume = { id: 900001, values: ['450'] };
    const id = await addCard('KR-1', { characteristics: [volume, colour] });
    const made = await checked('Артикул продавца;Предмет;Цвет;Цена, ₽\nKR-1;Вазы;белый;700');
    await apply(made.edit_id, 1);
    const theirs = [{ id: 14177449, values: ['серый'] }];
    await test.database.db
      .updateTable('cards')
      .set({ characteristics: JSON.stringify(theirs) })
      .where('id', '=', id)
      .execute();
    await rollBack(made.edit_id);
    // Half of it would be a subject with characteristics that it does not know.
    expect(await cardOf(id)).toMatchObject({
      subject_id: VASES,
      characteristics: theirs,
      price_kopecks: 100_000,
    });
    expect(await rowsOf(made.edit_id)).toMatchObject([
      { state: 'KEPT', refusal: 'Предмет, «Объем», «Цвет»: изменено позже, оставлено' },
    ]);
  });

  it('goes back to what the marketplace has the card under', async () => {
    const shopId = await addTestShop(test.database.db, owner.accountId);
    const id = await addCard('KR-1');
    await putIntoShop(test.database, { accountId: owner.accountId, shopId, cardId: id });
    await sql`UPDATE shop_cards SET subject_id = ${VASES} WHERE card_id = ${id}`.execute(test.database.db);
    const made = await checked('Артикул продавца;Предмет\nKR-1;Вазы');
    await apply(made.edit_id, 1);
    expect((await cardOf(id)).subject_id).toBe(VASES);
  });

  it('stays of a card that is on the marketplace, of one nobody knows, and where nothing is known of it', async () => {
    const shopId = await addTestShop(test.database.db, owner.accountId);
    const there = await addCard('THERE');
    await putIntoShop(test.database, { accountId: owner.accountId, shopId, cardId: there });
    await addCard('KR-1');
    await addCard('KR-2');
    const made = await checked('Артикул продавца;Предмет\nTHERE;Вазы\nKR-1;Вазочки\nKR-2;Горшки');
    expect(await refusalsOf(made.id)).toEqual([
      [2, '1: Карточка уже на Wildberries: предмет там не меняется, остаётся «Кружки»'],
      [3, '1: Нет такого предмета'],
      [
        4,
        '1: Характеристики предмета «Горшки» ещё не загружены: откройте «Создать карточку» и выберите предмет',
      ],
    ]);
  });
});
