import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CardSize } from '#contract/cards.ts';
import { goOnWithBulkEditsJob } from '#server/bulk-edits/go-on.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';
import { goOnWithImportsJob } from './go-on.ts';

/** The column «Рос. размер» of the marketplace’s own table. */

let test: ShopTest;
let owner: SignedIn;
let people = 0;

const [ONE, TWO, THREE] = ['20000001', '20000002', '20000003'] as const;
const HEAD = 'Артикул продавца;Название;Предмет;Цена;Размер;Рос. размер;Баркод';

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`wb-sizes-${people}`);
});
afterAll(() => test.close());

const run = { signal: new AbortController().signal, attempt: 1 };
const size = (techSize: string, wbSize: string, ...skus: string[]): CardSize => ({ techSize, wbSize, skus });
const wire = (techSize: string, wbSize: string, ...skus: string[]) => ({
  tech_size: techSize,
  wb_size: wbSize,
  skus,
});

const upload = async (lines: readonly string[], head = HEAD) =>
  (await uploadTable(test, owner, '/cards/imports/', [head, ...lines].join('\n'))).body;

/** Uploaded, its columns taken as they were known, and looked at with what it would change. */
async function checked(lines: readonly string[], head = HEAD) {
  const { id, columns } = await upload(lines, head);
  await call('POST', id, 'checking/', { meanings: columns });
  await goOnWithImportsJob.handler({ importId: id }, test.deps, run);
  const made = (await call('GET', id)).body;
  if (made.edit_id !== null) await goOnWithBulkEditsJob.handler({ editId: made.edit_id }, test.deps, run);
  return made;
}

const call = (method: 'GET' | 'POST', id: number, path = '', body?: object) =>
  test.call(owner, method, `/cards/imports/${id}/${path}`, body ? { body } : {});
const editOf = async (id: number, path = '', body?: object) =>
  (await test.call(owner, body ? 'POST' : 'GET', `/cards/bulk-edits/${id}/${path}`, body ? { body } : {}))
    .body;

const refusalsOf = async (id: number) =>
  (await call('GET', id, 'rows/?state=REFUSED')).body.map(
    ({ line, problems }: { line: number; problems: { column: number; text: string }[] }) => [
      line,
      ...problems.map(({ column, text }) => `${column}: ${text}`),
    ],
  );

async function addCard(vendorCode: string, sizes: CardSize[]): Promise<void> {
  await sql`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, sizes, search_text)
    VALUES (${owner.accountId}, ${vendorCode}, 'Кружка', ${CUPS}, 100000, ${JSON.stringify(sizes)},
      ${` кружка ${vendorCode.toLowerCase()} ${sizes.flatMap(({ skus }) => skus).join(' ')}`})`.execute(
    test.database.db,
  );
}

async function sizesOf(vendorCode: string): Promise<CardSize[] | undefined> {
  const card = await test.database.db
    .selectFrom('cards')
    .select('sizes')
    .where('account_id', '=', owner.accountId)
    .where('vendor_code', '=', vendorCode)
    .executeTakeFirst();
  return card?.sizes;
}

describe('«Рос. размер»', () => {
  it('of new cards is kept, whether a card has a row or a row for each size', async () => {
    const made = await checked([
      `A;Кружка;Кружки;100;S;42;${ONE}`,
      'B;Кружка;Кружки;100;"S;M;L";"42;;46";',
      `A;;;;M;44-46;${TWO}`,
      'C;Кружка;Кружки;100;0;0;',
      'A;;;;L;;',
      'D;Кружка;Кружки;100;38;38,5;',
    ]);
    expect([made.counts.fresh, await refusalsOf(made.id)]).toEqual([4, []]);
    await call('POST', made.id, 'creating/', { expected_count: 4 });
    await goOnWithImportsJob.handler({ importId: made.id }, test.deps, run);
    expect(await sizesOf('A')).toEqual([size('S', '42', ONE), size('M', '44-46', TWO), size('L', '')]);
    expect(await sizesOf('B')).toEqual([size('S', '42'), size('M', ''), size('L', '46')]);
    expect(await sizesOf('C')).toEqual([]);
    expect(await sizesOf('D')).toEqual([size('38', '38,5')]);
  });

  it('of cards that there are is changed with what it was before one’s eyes, and comes back to the letter', async () => {
    const rows = [size('S', '40 ', ONE), size('M', ''), size('L', '46')];
    await addCard('ROWS', rows);
    await addCard('CELL', rows);
    await addCard('SAME', [size('S', '42')]);
    const made = await checked([
      `ROWS;;;;S;42;${ONE}`,
      'CELL;;;;"S, M, L";"42; 44; 46";',
      'ROWS;;;;M;44;',
      'SAME;;;;s;42;',
    ]);
    expect([made.counts, await refusalsOf(made.id)]).toMatchObject([{ changed: 2, same: 1 }, []]);
    expect((await editOf(made.edit_id)).change).toMatchObject({
      kind: 'CARD_FILE_WITH_WB_SIZES',
      fields: ['wbSizes'],
    });
    const next = [wire('S', '42', ONE), wire('M', '44'), wire('L', '46')];
    const { results } = await editOf(made.edit_id, 'rows/');
    expect(results).toMatchObject([
      { before: { sizes: [{ wb_size: '40 ' }, { wb_size: '' }, { wb_size: '46' }] }, after: { sizes: next } },
      { after: { sizes: next } },
    ]);
    await editOf(made.edit_id, 'apply/', { expected_count: 2 });
    const changed = [size('S', '42', ONE), size('M', '44'), size('L', '46')];
    expect([await sizesOf('ROWS'), await sizesOf('CELL')]).toEqual([changed, changed]);
    await editOf(made.edit_id, 'rollback/', {});
    expect([await sizesOf('ROWS'), await sizesOf('CELL')]).toEqual([rows, rows]);
  });

  it('stays where a file has no such column or nothing in it, also of a size that is written otherwise', async () => {
    await addCard('A', [size('S', '42', ONE), size('M', '44')]);
    const made = await checked([`A;s, M, L;"${ONE}; ${TWO}; ${THREE}"`], 'Артикул;Размеры;Баркоды');
    const { change } = await editOf(made.edit_id);
    expect(change).toMatchObject({ kind: 'CARD_FILE', fields: ['sizes'] });
    await editOf(made.edit_id, 'apply/', { expected_count: 1 });
    const kept = [size('S', '42', ONE), size('M', '44', TWO), size('L', '', THREE)];
    expect(await sizesOf('A')).toEqual(kept);
    const silent = await checked([`A;;;;S;;${ONE}`, `A;;;;M;;${TWO}`]);
    expect(silent.counts).toMatchObject({ same: 1, changed: 0 });
  });

  it('of a size that the row adds, and of one that its barcode names, is theirs', async () => {
    await addCard('NEW', [size('S', '42', ONE)]);
    await addCard('KNOWN', [size('S', '42', TWO), size('M', '', THREE)]);
    const made = await checked(['NEW;;;;L;48;', `KNOWN;;;;;44;${THREE}`]);
    expect([made.counts.changed, await refusalsOf(made.id)]).toEqual([2, []]);
    await editOf(made.edit_id, 'apply/', { expected_count: 2 });
    expect(await sizesOf('NEW')).toEqual([size('S', '42', ONE), size('L', '48')]);
    expect(await sizesOf('KNOWN')).toEqual([size('S', '42', TWO), size('M', '44', THREE)]);
    const byBarcode = await checked([`${THREE};46`], 'Баркод;Российский размер');
    await editOf(byBarcode.edit_id, 'apply/', { expected_count: 1 });
    expect(await sizesOf('KNOWN')).toEqual([size('S', '42', TWO), size('M', '46', THREE)]);
  });

  it('that is wrong is told in its cell', async () => {
    await addCard('OLD', [size('S', '42'), size('M', '44')]);
    await addCard('ONE', [size('', '')]);
    const made = await checked([
      'OLD;;;;"S;M";"42;44;46";',
      'ONE;;;;;42;',
      `A;Кружка;Кружки;100;S;${'4'.repeat(51)};`,
      'B;Кружка;Кружки;100;"S;M";42;',
      'C;Кружка;Кружки;100;;42;',
      'D;Кружка;Кружки;100;S;42;',
      'D;;;;S;44;',
      'E;Кружка;Кружки;100;"S;M;L";"1;2";',
      'E;;;;XL;5;',
    ]);
    const mismatch = (sizes: number, values: number) =>
      `5: Размеров ${sizes}, а значений «Рос. размер» ${values}: нужно по одному на каждый размер, через точку с запятой`;
    const without = '5: «Рос. размер» указан, а размера нет: впишите и размер';
    expect(await refusalsOf(made.id)).toEqual([
      [2, mismatch(2, 3)],
      [3, without],
      [4, '5: «Рос. размер» не длиннее 50 символов'],
      [5, mismatch(2, 1)],
      [6, without],
      [7, 'null: Ошибка в строке 8 той же карточки'],
      [
        8,
        '4: Размер S уже есть в строке 7: его баркоды пишут в одной ячейке через запятую',
        '5: У размера S в строке 7 — «42»: оставьте одно',
      ],
      [9, mismatch(3, 2)],
      [10, 'null: Ошибка в строке 9 той же карточки'],
    ]);
    expect(made.counts).toMatchObject({ fresh: 0, changed: 0, refused: 9 });
  });
});

describe('a build that does not know the column', () => {
  it('is told that it is not used, and is right when it gives that back', async () => {
    await addCard('A', [size('S', '42')]);
    const table = await upload(['A;;;;S;44;']);
    expect(table.columns[5]).toBe('wbSizes');
    expect(table.meanings).toEqual(table.columns.with(5, null));
    await call('POST', table.id, 'checking/', { meanings: table.meanings });
    await goOnWithImportsJob.handler({ importId: table.id }, test.deps, run);
    expect((await call('GET', table.id)).body).toMatchObject({
      state: 'READY',
      columns: table.meanings,
      counts: { same: 1, changed: 0 },
    });
  });

  it('has not chosen to leave it out: what it remembered of such a file is kept, and the column is known', async () => {
    const headings = ['Артикул', 'Имя', 'Рос. размер', 'Размер'];
    const before = ['vendorCode', 'title', null, null];
    const digest = sql<string>`encode(sha256(convert_to(${JSON.stringify(
      headings.map((heading) => heading.toLowerCase()),
    )}, 'UTF8')), 'hex')`;
    await sql`INSERT INTO import_columns (account_id, headings_digest, meanings)
      VALUES (${owner.accountId}, ${digest}, ${JSON.stringify(before)}::jsonb)`.execute(test.database.db);
    const table = await upload(['A;Кружка;42;S'], headings.join(';'));
    expect(table.columns).toEqual(before.with(2, 'wbSizes'));
    await call('POST', table.id, 'checking/', { meanings: before });
    expect((await upload(['A;Кружка;42;S'], headings.join(';'))).columns).toEqual(before);
  });
});
