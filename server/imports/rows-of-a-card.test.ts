import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CardSize } from '#contract/cards.ts';
import { goOnWithBulkEditsJob } from '#server/bulk-edits/go-on.ts';
import { barcodesCell, sizesCell, wbSizesCell } from '#server/cards/size-cells.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';
import { goOnWithImportsJob } from './go-on.ts';

/** A table with a row for each size. */

let test: ShopTest;
let owner: SignedIn;
let people = 0;

const [ONE, TWO, THREE] = ['20000001', '20000002', '20000003'] as const;
const HEAD = 'Артикул;Название;Предмет;Цена;Размер;Баркод';

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`by-size-${people}`);
});
afterAll(() => test.close());

const run = { signal: new AbortController().signal, attempt: 1 };

/** Uploaded and looked at, as far as it goes by itself. */
async function checked(lines: readonly string[], head = HEAD) {
  const { body } = await uploadTable(test, owner, '/cards/imports/', [head, ...lines].join('\n'));
  await call('POST', body.id, 'checking/', { meanings: body.columns });
  await goOnWithImportsJob.handler({ importId: body.id }, test.deps, run);
  return (await call('GET', body.id)).body;
}

const call = (method: 'GET' | 'POST' | 'DELETE', id: number, path = '', body?: object) =>
  test.call(owner, method, `/cards/imports/${id}/${path}`, body ? { body } : {});

async function created(id: number, count: number) {
  await call('POST', id, 'creating/', { expected_count: count });
  await goOnWithImportsJob.handler({ importId: id }, test.deps, run);
  return (await call('GET', id)).body;
}

const rowsOf = async (id: number, state: string) => (await call('GET', id, `rows/?state=${state}`)).body;
const refusalsOf = async (id: number) =>
  (await rowsOf(id, 'REFUSED')).map(
    ({ line, problems }: { line: number; problems: { column: number; text: string }[] }) => [
      line,
      ...problems.map(({ column, text }) => `${column}: ${text}`),
    ],
  );

async function addCard(vendorCode: string, sizes: CardSize[] = []): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, price_kopecks, sizes, search_text)
    VALUES (${owner.accountId}, ${vendorCode}, 'Кружка', ${CUPS}, 100000, ${JSON.stringify(sizes)},
      ${` кружка ${vendorCode.toLowerCase()}`})
    RETURNING id`.execute(test.database.db);
  return rows[0]?.id ?? 0;
}

const size = (techSize: string, ...skus: string[]): CardSize => ({ techSize, wbSize: '', skus });
const cardsOf = () =>
  test.database.db
    .selectFrom('cards')
    .select(['vendor_code', 'title', 'price_kopecks', 'sizes'])
    .where('account_id', '=', owner.accountId)
    .orderBy('vendor_code')
    .execute();

describe('rows that name one card', () => {
  it('are one new card, however far apart they are and whatever they leave to the others', async () => {
    const made = await checked([
      `A;Кружка;Кружки;100;S;${ONE}`,
      'B;Чашка;Кружки;200;;',
      `A;;;;M;"${TWO},${THREE}"`,
      'A;Кружка;кружки;100,00;L;',
    ]);
    expect(made).toMatchObject({
      row_total: 4,
      checked_count: 4,
      refused_card_count: 0,
      counts: { fresh: 2, refused: 0 },
    });
    expect(await rowsOf(made.id, 'FRESH')).toHaveLength(4);
    expect(await created(made.id, 2)).toMatchObject({ state: 'CREATED', counts: { fresh: 0, created: 2 } });
    expect(await rowsOf(made.id, 'CREATED')).toHaveLength(4);
    expect(await cardsOf()).toEqual([
      {
        vendor_code: 'A',
        title: 'Кружка',
        price_kopecks: 10_000,
        sizes: [size('S', ONE), size('M', TWO, THREE), size('L')],
      },
      { vendor_code: 'B', title: 'Чашка', price_kopecks: 20_000, sizes: [] },
    ]);
  });

  it('are one change of a card that there is, by whichever name, in its history and taken back', async () => {
    const id = await addCard('A', [size('S', ONE)]);
    const head = `ID карточки;${HEAD}`;
    const made = await checked(
      [`${id};A;;;500;S;${ONE}`, `;a;Чашка;;;M;${TWO}`, `${id};;;;;L;${THREE}`],
      head,
    );
    expect([made.counts, await refusalsOf(made.id)]).toMatchObject([{ changed: 1, refused: 0 }, []]);
    const edit = `/cards/bulk-edits/${made.edit_id}/`;
    await goOnWithBulkEditsJob.handler({ editId: made.edit_id }, test.deps, run);
    await test.call(owner, 'POST', `${edit}apply/`, { body: { expected_count: 1 } });
    const next = [size('S', ONE), size('M', TWO), size('L', THREE)];
    expect(await cardsOf()).toMatchObject([{ title: 'Чашка', price_kopecks: 50_000, sizes: next }]);
    const history = await test.call(owner, 'GET', `/cards/${id}/changes/`);
    expect(history.body.results).toHaveLength(1);
    await test.call(owner, 'POST', `${edit}rollback/`, { body: {} });
    expect(await cardsOf()).toMatchObject([
      { title: 'Кружка', price_kopecks: 100_000, sizes: [size('S', ONE)] },
    ]);
  });

  it('and disagree are refused together, each told where, and given back as they came', async () => {
    const made = await checked([
      `A;Кружка;Кружки;100;S;${ONE}`,
      'B;Кружка;Кружки;дорого;S;',
      'A;Чашка;;;s;',
      'B;;;;M;12',
      ';;;;L;',
      'C;Кружка;Кружки;100;S;',
    ]);
    expect(made).toMatchObject({ refused_card_count: 3, counts: { fresh: 1, refused: 5 } });
    expect(await refusalsOf(made.id)).toEqual([
      [2, 'null: Ошибка в строке 4 той же карточки'],
      [3, '3: Нужна сумма в рублях'],
      [
        4,
        '1: В строке 2 той же карточки — «Кружка»: оставьте одно',
        '4: Размер s уже есть в строке 2: его баркоды пишут в одной ячейке через запятую',
      ],
      [5, 'null: Ошибка в строке 3 той же карточки'],
      [
        6,
        '0: Нет артикула. Если это размер карточки из строки выше, впишите её артикул и сюда: объединённая ячейка читается только в первой строке',
      ],
    ]);
    const file = await test.app.inject({
      url: `/api/v1/cards/imports/${made.id}/errors/export/?format=csv`,
      headers: owner.headers,
    });
    const given = file.body.split('\n');
    expect(given.filter((line) => /^"?[AB]"?;/.test(line))).toHaveLength(4);
    const mended = await checked(
      ['A;Кружка;Кружки;100;S;', 'A;;;;M;', 'B;Кружка;Кружки;9;S;', `B;;;;M;${TWO}`],
      HEAD,
    );
    expect(mended.counts).toMatchObject({ fresh: 2, refused: 0 });
  });

  it('are all told when a colleague has taken their vendor code meanwhile', async () => {
    const made = await checked(['A;Кружка;Кружки;100;S;', 'B;Кружка;Кружки;100;;', 'A;;;;M;']);
    await addCard('A');
    expect(await created(made.id, 2)).toMatchObject({
      refused_card_count: 1,
      counts: { fresh: 0, created: 1, refused: 2 },
    });
    expect((await refusalsOf(made.id)).map(([line]: [number]) => line)).toEqual([2, 4]);
  });

  it('are looked at anew when the columns are named otherwise', async () => {
    const made = await checked(['A;Кружка;Кружки;100;S;', 'A;;;;M;', `B;Чашка;Кружки;1;;${ONE}`]);
    const meanings = made.meanings.with(0, null).with(5, 'barcodes');
    await call('POST', made.id, 'checking/', { meanings });
    expect((await call('GET', made.id)).body).toMatchObject({
      refused_card_count: 3,
      counts: { fresh: 0, refused: 3 },
    });
    await call('POST', made.id, 'checking/', { meanings: made.meanings });
    expect((await call('GET', made.id)).body).toMatchObject({
      refused_card_count: 0,
      checked_count: 3,
      counts: { fresh: 2, refused: 0 },
    });
  });
});

describe('a new barcode', () => {
  it('of two cards of a table is refused in both cells, whoever else is wrong', async () => {
    await addCard('OLD', [size('S', THREE)]);
    const made = await checked([
      `A;Кружка;Кружки;100;S;`,
      `B;Кружка;Кружки;100;S;${ONE}`,
      `OLD;;;;M;${TWO}`,
      `A;;;;M;${ONE}`,
      `C;Кружка;Кружки;дорого;;${TWO}`,
      `D;Кружка;Кружки;100;;${THREE}`,
      `OLD;;;;S;${THREE}`,
    ]);
    expect(made).toMatchObject({ edit_id: null, refused_card_count: 4, counts: { fresh: 1, changed: 0 } });
    expect(await refusalsOf(made.id)).toEqual([
      [2, 'null: Ошибка в строке 5 той же карточки'],
      [3, `5: Баркод ${ONE} — и у другой карточки, в строке 5`],
      [4, `5: Баркод ${TWO} — и у другой карточки, в строке 6`],
      [5, `5: Баркод ${ONE} — и у другой карточки, в строке 3`],
      [6, '3: Нужна сумма в рублях'],
      [8, 'null: Ошибка в строке 4 той же карточки'],
    ]);
  });
});

it('a cell that is far too long for a barcode is told, and the table goes on', async () => {
  // No two letters alike in a row: what repeats is packed small.
  const long = Array.from({ length: 5000 }, (_, index) => ((index * 7919) % 10_007).toString(36)).join('');
  const made = await checked(['A;Кружка;Кружки;100;S;', `A;;;;M;${long.slice(0, 5000)}`]);
  expect(made).toMatchObject({ state: 'READY', counts: { fresh: 0, refused: 2 } });
});

it('a card with more rows than it can have sizes is refused whole, and holds nobody up', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => `A;Кружка;Кружки;100;${index};`);
  const made = await checked([...rows, 'B;Кружка;Кружки;100;S;']);
  expect(made).toMatchObject({
    state: 'READY',
    checked_count: 1001,
    refused_card_count: 1,
    counts: { fresh: 1, refused: 1000 },
  });
  const refusals = await refusalsOf(made.id);
  expect(refusals[0]).toEqual([
    2,
    '0: Строк с этой карточкой больше 200: размеров у неё может быть не больше 100',
  ]);
  const { rows: others } = await sql<{ problems: unknown; count: number }>`
    SELECT problems, count(*)::int AS count FROM import_rows
    WHERE account_id = ${owner.accountId} AND import_id = ${made.id} AND state = 'REFUSED' GROUP BY problems`.execute(
    test.database.db,
  );
  expect(others).toMatchObject([{ count: 1000 }]);
});

it('a table cut into a row per size, its rows scattered, gives the cards that the whole one gives', async () => {
  const drawn = fc.uniqueArray(
    fc.record({
      code: fc.constantFrom('a', 'Б-1', 'К 2', '00012', 'x', 'y', 'z', '№5'),
      price: fc.integer({ min: 1, max: 100_000 }),
      sizes: fc.uniqueArray(
        fc.tuple(
          fc.constantFrom('S', 'M', 'XL', '38,5', '40'),
          fc.nat(2),
          fc.constantFrom('', '42', '44-46', '38,5', '№ 5'),
        ),
        {
          selector: ([name]) => name,
          minLength: 1,
          maxLength: 5,
        },
      ),
      places: fc.array(fc.nat(99), { minLength: 5, maxLength: 5 }),
      repeats: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    }),
    { selector: ({ code }) => code, minLength: 3, maxLength: 8 },
  );
  let round = 0;
  await fc.assert(
    fc.asyncProperty(drawn, async (cards) => {
      round += 1;
      const whole: string[] = [];
      const cut: { place: number; row: string }[] = [];
      for (const [nth, { code, price, sizes: named, places, repeats }] of cards.entries()) {
        const sizes = named.map(([techSize, count, wbSize], at) => ({
          techSize,
          wbSize,
          skus: Array.from({ length: count }, (_, index) => String(20_000_000 + nth * 100 + at * 10 + index)),
        }));
        const cells = [sizesCell(sizes), barcodesCell(sizes), wbSizesCell(sizes)];
        whole.push(`${code};Кружка ${nth};Кружки;${price};${cells.map((cell) => `"${cell}"`).join(';')}`);
        // In the order of the sizes, with rows of other cards between them.
        const order = places.slice(0, sizes.length).sort((one, other) => one - other);
        for (const [at, { techSize, wbSize, skus }] of sizes.entries()) {
          const said = at === 0 || repeats[at] ? `Кружка ${nth};Кружки;${price}` : ';;';
          cut.push({
            place: order[at] ?? 0,
            row: `${code};${said};"${techSize}";"${skus.join(', ')}";"${wbSize}"`,
          });
        }
      }
      const results = [];
      for (const lines of [whole, cut.sort((one, other) => one.place - other.place).map(({ row }) => row)]) {
        owner = await test.signIn(`cut-${round}-${lines === whole ? 'whole' : 'rows'}`);
        const made = await checked(lines, `${HEAD};Рос. размер`);
        expect([made.counts.fresh, await refusalsOf(made.id)]).toEqual([cards.length, []]);
        await created(made.id, cards.length);
        results.push(await cardsOf());
      }
      expect(results[1]).toEqual(results[0]);
    }),
    { numRuns: 3 },
  );
});
