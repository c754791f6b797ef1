import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { addTestShop } from '#tests/support/cards/fixtures.ts';
import { everyRow } from './found-rows.ts';

const bulk = testBulkEdits();
const { addCards, create, apply, setPrice, runJob } = bulk;

const UP_5_AT_30 = {
  kind: 'PRICES',
  price: { kind: 'PERCENT', basis_points: 500 },
  discount: { kind: 'SET', percent: 30 },
};

const exported = (editId: number, query = '?format=csv') =>
  bulk.test.app.inject({
    url: `/api/v1/cards/bulk-edits/${editId}/export/${query}`,
    headers: bulk.owner.headers,
  });

/** The lines of the file, without its head. */
async function linesOf(editId: number, query?: string): Promise<string[]> {
  const { body } = await exported(editId, query);
  return body.split('\r\n').slice(1, -1);
}

const search = (text: string) => `?format=csv&search=${encodeURIComponent(text)}`;

describe('a file of a bulk edit', () => {
  it('has a line for each value that changes, with what it was and is to be', async () => {
    await addCards(2);
    const { body: edit } = await create(undefined, UP_5_AT_30);
    const response = await exported(edit.id);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toContain(encodeURIComponent(`Изменение ${edit.id}.csv`));
    expect(response.body.split('\r\n')).toEqual([
      '\ufeffАртикул продавца;Наименование;Что меняется;Было;Станет;Состояние;Почему не изменилась;Что сделать;Замечания',
      'K-1;Кружка 1;Цена, ₽;1000,00;1050,00;Не применено;;;',
      'K-1;Кружка 1;Скидка, %;20;30;Не применено;;;',
      'K-2;Кружка 2;Цена, ₽;1000,00;1050,00;Не применено;;;',
      'K-2;Кружка 2;Скидка, %;20;30;Не применено;;;',
      '',
    ]);
  });

  it('says what was applied, refused or spared, and why, in the words of the screen', async () => {
    const [, second, third] = await addCards(3);
    await setPrice(third!, 0);
    const { body: edit } = await create();
    await setPrice(second!, 70_000);
    await apply(edit.id, 2);
    const [applied = '', spared = '', refused = ''] = await linesOf(edit.id);
    expect(applied).toBe('K-1;Кружка 1;Цена, ₽;1000,00;1050,00;Применено;;;');
    expect(spared).toContain(
      ';Изменена позже;Её изменили после того, как вы на неё посмотрели;Чужая правка осталась. ',
    );
    const [row] = await bulk.rowsOf(edit.id, '?state=REFUSED');
    expect(refused).toContain(`;Не изменить;${row.refusal};${row.mend.advice};`);
    expect(row.refusal).not.toBe('');
  });

  it('has every row, of all states, once, whatever their number, in the order of the list', async () => {
    const ids = await addCards(450);
    const { body: edit } = await create();
    await runJob(edit.id);
    await bulk.leaveOut(edit.id, ids.slice(100, 300));
    const codes = (await linesOf(edit.id)).map((line) => line.split(';')[0]);
    expect(codes).toEqual(ids.map((_, index) => `K-${index + 1}`));
  });

  it('has those rows alone that a search finds', async () => {
    const ids = await addCards(3);
    await sql`UPDATE cards SET title = 'Тарелка', search_text = ' тарелка' WHERE id = ${ids[1]}`.execute(
      bulk.test.database.db,
    );
    const { body: edit } = await create();
    expect(await linesOf(edit.id, search('тарелки'))).toEqual([expect.stringMatching(/^K-2;Тарелка;/)]);
    expect(await linesOf(edit.id, search('ничего такого'))).toEqual([]);
  });

  it('runs nothing that a title says, and is a workbook too', async () => {
    const [id] = await addCards(1);
    await sql`UPDATE cards SET title = '=HYPERLINK("http://evil")', vendor_code = '+7' WHERE id = ${id}`.execute(
      bulk.test.database.db,
    );
    const { body: edit } = await create();
    expect(await linesOf(edit.id)).toEqual([
      expect.stringMatching(/^'\+7;"'=HYPERLINK\(""http:\/\/evil""\)";/),
    ]);
    const { rawPayload } = await exported(edit.id, '?format=xlsx');
    const sheet = strFromU8(unzipSync(new Uint8Array(rawPayload))['xl/worksheets/sheet1.xml']!);
    expect(sheet).not.toMatch(/<f[ >]/);
    expect(sheet).toContain('=HYPERLINK(');
    // Money is a number that can be reckoned with.
    expect(sheet).toMatch(/<v>1050<\/v>/);
  });

  it('names the shop where the change is of shops and there are several', async () => {
    await addCards(1);
    const { accountId } = bulk.owner;
    const one = await addTestShop(bulk.test.database.db, accountId);
    const change = {
      kind: 'OWN_PRICES',
      shop_ids: [one],
      price: { kind: 'SET', kopecks: 90_000 },
    };
    const { body: first } = await create(undefined, change);
    expect((await exported(first.id)).body).not.toContain('Магазин');
    const other = await addTestShop(bulk.test.database.db, accountId, 'Вторая');
    const { body: edit } = await create(undefined, { ...change, shop_ids: [one, other] });
    const { body } = await exported(edit.id);
    expect(body).toContain('Наименование;Магазин;Что меняется');
    expect((await linesOf(edit.id)).toSorted()).toEqual([
      'K-1;Кружка 1;Вторая;Цена, ₽;как в карточке;900,00;Не применено;;;',
      'K-1;Кружка 1;Северика;Цена, ₽;как в карточке;900,00;Не применено;;;',
    ]);
  });

  it('names the day of a cost, and of what has several values each', async () => {
    await addCards(1);
    const { body: dated } = await create(undefined, {
      kind: 'DATED_COST',
      cost_price: { kind: 'SET', kopecks: 12_345 },
      from: '2026-03-10',
    });
    expect(await linesOf(dated.id)).toEqual([
      'K-1;Кружка 1;Себестоимость, ₽;10.03.2026;;123,45;Не применено;;;',
    ]);
    const { body: tags } = await create(undefined, {
      kind: 'TAGS',
      action: 'ADD',
      tags: ['новинка', 'лето'],
    });
    expect(await linesOf(tags.id)).toEqual(['K-1;Кружка 1;Ярлыки;;новинка, лето;Не применено;;;']);
  });

  it('is nobody else’s', async () => {
    await addCards(1);
    const { body: edit } = await create();
    const owner = bulk.owner;
    bulk.owner = await bulk.signInStranger();
    expect((await exported(edit.id)).statusCode).toBe(404);
    bulk.owner = owner;
  });
});

it('rows are read as they are asked for', async () => {
  await addCards(450);
  const { body: edit } = await create();
  await runJob(edit.id);
  const rows = everyRow(bulk.test.database, bulk.owner.accountId, edit.id, undefined);
  await rows.next();
  await sql`DELETE FROM bulk_edit_rows WHERE edit_id = ${edit.id}
    AND card_id > (SELECT card_id FROM bulk_edit_rows WHERE edit_id = ${edit.id} ORDER BY card_id OFFSET 399 LIMIT 1)`.execute(
    bulk.test.database.db,
  );
  await sql`UPDATE bulk_edits SET ready_count = 400 WHERE id = ${edit.id}`.execute(bulk.test.database.db);
  let count = 1;
  for await (const _row of rows) count += 1;
  expect(count).toBe(400);
});
