import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';
import { patternOf } from './cause-of.ts';
import { goOnWithImportsJob } from './go-on.ts';
import { keepCauses } from './keep-causes.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`cause-${people}`);
});
afterAll(() => test.close());

const run = { signal: new AbortController().signal, attempt: 1 };
const HEAD = 'Артикул;Название;Предмет;Цена;Баркоды';

async function checked(rows: readonly string[]): Promise<number> {
  const { status, body } = await uploadTable(test, owner, '/cards/imports/', [HEAD, ...rows].join('\n'), {
    name: 'товары.csv',
  });
  expect(status).toBe(201);
  await check(body.id, body.columns);
  return body.id;
}

async function check(id: number, meanings: readonly (string | null)[]) {
  const { status } = await test.call(owner, 'POST', `/cards/imports/${id}/checking/`, { body: { meanings } });
  expect(status).toBe(200);
  await goOnWithImportsJob.handler({ importId: id }, test.deps, run);
}

const causesOf = async (id: number) => (await test.call(owner, 'GET', `/cards/imports/${id}/causes/`)).body;
const rowsOf = (id: number, causeId: number, query = '') =>
  test.call(owner, 'GET', `/cards/imports/${id}/causes/${causeId}/rows/${query}`);

describe('what is wrong with a table', () => {
  it('is told by its causes, the most frequent first, each with its first rows and all of them behind it', async () => {
    const dear = Array.from({ length: 120 }, (_, index) => `КР-${index};Кружка;Кружки;дорого ${index};`);
    const id = await checked([...dear, 'П-1;Кружка;Крюшки;100;', 'П-2;Кружка;Крюшки;даром;']);
    const { results, cause_count: causeCount } = await causesOf(id);
    expect(causeCount).toBe(2);
    expect(results).toMatchObject([
      {
        column: 3,
        text: 'Нужна сумма в рублях',
        row_count: 121,
        rows: [
          { line: 2, cell: 'дорого 0', text: 'Нужна сумма в рублях' },
          { line: 3, cell: 'дорого 1' },
          { line: 4, cell: 'дорого 2' },
        ],
      },
      {
        column: 2,
        text: 'Нет такого предмета',
        row_count: 2,
        rows: [{ line: 122, cell: 'Крюшки' }, { line: 123 }],
      },
    ]);
    const seen: number[] = [];
    for (let next: string | null = ''; next !== null;) {
      const { body } = await rowsOf(id, results[0].id, next);
      expect(body.results.length).toBeLessThanOrEqual(50);
      seen.push(...body.results.map(({ line }: { line: number }) => line));
      next = body.next_after_line === null ? null : `?after_line=${body.next_after_line}`;
    }
    expect(seen).toEqual([...dear.map((_, index) => index + 2), 123]);
  });

  it('is one cause also where each row is told its own barcode and line, which its row says', async () => {
    const id = await checked(
      [1, 2, 3, 4].map((n) => `КР-${n};Кружка;Кружки;100;${n < 3 ? '2039485716203' : '4600000000015'}`),
    );
    const { results } = await causesOf(id);
    expect(results).toMatchObject([
      { column: 4, text: 'Баркод … — и у другой карточки, в строке …', row_count: 4 },
    ]);
    expect(results[0].rows[2].text).toBe('Баркод 4600000000015 — и у другой карточки, в строке 5');
  });

  it('is reckoned anew when the table is looked at again, and when more is refused', async () => {
    const id = await checked(['КР-1;Кружка;Кружки;100;нет', 'КР-2;Кружка;Кружки;100;']);
    const [first] = (await causesOf(id)).results;
    await check(id, ['vendorCode', null, 'subject', 'priceKopecks', null]);
    const again = await causesOf(id);
    expect(again.results).toMatchObject([{ row_count: 2 }]);
    expect((await rowsOf(id, first.id)).status).toBe(404);
    await check(id, ['vendorCode', 'title', 'subject', 'priceKopecks', null]);
    expect(await causesOf(id)).toEqual({ results: [], cause_count: 0 });
    // Somebody makes the card while the table waits.
    await sql`INSERT INTO cards (account_id, vendor_code, title, subject_id) VALUES (${owner.accountId}, 'КР-2', 'Кружка', ${CUPS})`.execute(
      test.database.db,
    );
    await test.call(owner, 'POST', `/cards/imports/${id}/creating/`, { body: { expected_count: 2 } });
    expect((await causesOf(id)).results).toMatchObject([
      { column: 0, row_count: 1, rows: [{ line: 3, cell: 'КР-2' }] },
    ]);
  });

  it('of a table that was looked at before causes were kept is reckoned when it is asked for, once', async () => {
    const id = await checked(['КР-1;Кружка;Кружки;дорого;']);
    const told = (await causesOf(id)).results;
    await sql`UPDATE imports SET causes_of = NULL, cause_count = 0 WHERE id = ${id}`.execute(
      test.database.db,
    );
    await sql`DELETE FROM import_causes WHERE import_id = ${id}`.execute(test.database.db);
    const [reckoned] = (await causesOf(id)).results;
    expect(reckoned).toEqual({ ...told[0], id: reckoned.id });
    expect((await causesOf(id)).results).toEqual([reckoned]);
  });

  it('is what the last look has found, however long somebody was reckoning what one before it had', async () => {
    const { database } = test;
    const id = await checked(['КР-1;Кружка;Кружки;дорого;']);
    await sql`UPDATE imports SET causes_of = NULL WHERE id = ${id}`.execute(database.db);
    // What was found is about to be kept when the table is looked at without names, and as many rows are refused.
    const late: Database = {
      ...database,
      transaction: async (work) => {
        await check(id, ['vendorCode', null, 'subject', 'priceKopecks', null]);
        return await database.transaction(work);
      },
    };
    await keepCauses(late, { accountId: owner.accountId, importId: id }, () => true);
    expect((await causesOf(id)).results).toHaveLength(2);
  });

  it('has no more than a hundred causes on the screen, and all in the count', async () => {
    const id = await checked(['КР-0;Кружка;Кружки;дорого;']);
    const letters = (n: number) => String.fromCharCode(1072 + (n % 32), 1072 + Math.floor(n / 32));
    await sql`
      INSERT INTO import_rows (import_id, line, account_id, cells, state, problems)
      SELECT ${id}, line, ${owner.accountId}, '["a"]', 'REFUSED', jsonb_build_array(jsonb_build_object('column', 0, 'text', text))
      FROM unnest(${Array.from({ length: 130 }, (_, n) => n + 3)}::int[], ${Array.from({ length: 130 }, (_, n) => letters(n))}::text[]) AS said(line, text)`.execute(
      test.database.db,
    );
    await sql`UPDATE imports SET causes_of = NULL, refused_count = 131 WHERE id = ${id}`.execute(
      test.database.db,
    );
    const { results, cause_count: causeCount } = await causesOf(id);
    expect([results.length, causeCount]).toEqual([100, 131]);
  });
});

it('a pattern leaves out what is a row’s own, and nothing else', () => {
  const pattern = (text: string) => patternOf({ text });
  expect(pattern('В строке 12 той же карточки — «Кружка «синяя»»: оставьте одно')).toBe(
    'В строке … той же карточки — …: оставьте одно',
  );
  expect(pattern('Нужна сумма в рублях')).toBe('Нужна сумма в рублях');
  expect(pattern('Цена 1 290,50 ₽ ниже 2 000 ₽')).toBe('Цена … ₽ ниже … ₽');
  expect(pattern('В ячейке ошибка формулы #N/A')).not.toBe(pattern('В ячейке ошибка формулы #REF!'));
});
