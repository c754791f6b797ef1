import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { addTestShop, putIntoShop } from '#tests/support/cards/fixtures.ts';
import { MAX_TABLE_ROWS } from '#contract/selection-limits.ts';
import { forgetBulkEditsJob } from './go-on.ts';

const bulk = testBulkEdits();
const { addCards, rowsOf, apply, rollBack } = bulk;

type Row = Record<string, unknown>;

/** Rows without a line stand one below the other, under a heading. */
const create = (
  rows: Row[],
  { key, by = 'VENDOR_CODE', person = bulk.owner }: { key?: string; by?: string; person?: SignedIn } = {},
) =>
  bulk.test.call(person, 'POST', '/cards/bulk-edits/table/', {
    body: { key: by, rows: rows.map((row, index) => ({ line: index + 2, ...row })) },
    ...(key !== undefined && { key }),
  });

/** [price, discount, club discount, cost price] by id. */
async function factsOf(person = bulk.owner) {
  const rows = await bulk.test.database.db
    .selectFrom('cards')
    .select(['price_kopecks', 'discount', 'club_discount', 'cost_price_kopecks'])
    .where('account_id', '=', person.accountId)
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.price_kopecks, row.discount, row.club_discount, row.cost_price_kopecks]);
}
const AS_IT_WAS = [100_000, 20, 0, null];

const countValues = async () =>
  (
    await bulk.test.database.db
      .selectFrom('bulk_edit_values')
      .select('card_id')
      .where('account_id', '=', bulk.owner.accountId)
      .execute()
  ).length;

describe('an edit by a table', () => {
  it('gives each card the values of its row, and is looked at before that', async () => {
    const [first, second, third] = await addCards(4);
    const { status, body } = await create([
      { key: 'K-3', cost_price_kopecks: 30_001 },
      { key: 'K-1', price_kopecks: 90_000, discount: 30 },
      { key: 'K-2', club_discount: 5, cost_price_kopecks: 40_000 },
    ]);
    expect(status).toBe(201);
    expect(body.unmatched).toEqual([]);
    const { edit } = body;
    expect(edit).toMatchObject({
      state: 'READY',
      change: { kind: 'TABLE', fields: ['priceKopecks', 'discount', 'clubDiscount', 'costPriceKopecks'] },
      card_total: 3,
      counts: { ready: 3, refused: 0 },
    });
    const prices = { price_kopecks: 100_000, discount: 20, club_discount: 0 };
    expect(await rowsOf(edit.id)).toMatchObject([
      { card_id: first, before: prices, after: { price_kopecks: 90_000, discount: 30 } },
      {
        card_id: second,
        before: { ...prices, cost_price_kopecks: null },
        after: { club_discount: 5, cost_price_kopecks: 40_000 },
      },
      { card_id: third, before: { cost_price_kopecks: null }, after: { cost_price_kopecks: 30_001 } },
    ]);
    expect(await factsOf()).toEqual([AS_IT_WAS, AS_IT_WAS, AS_IT_WAS, AS_IT_WAS]);

    expect((await apply(edit.id, 3)).body).toMatchObject({ state: 'APPLIED', counts: { applied: 3 } });
    expect(await factsOf()).toEqual([
      [90_000, 30, 0, null],
      [100_000, 20, 5, 40_000],
      [100_000, 20, 0, 30_001],
      AS_IT_WAS,
    ]);
    const history = (await bulk.test.call(bulk.owner, 'GET', '/cards/bulk-edits/')).body;
    expect(history).toMatchObject({ count: 1, results: [{ id: edit.id, change: { kind: 'TABLE' } }] });
  });

  it('says what it is about: no field that no found row has', async () => {
    await addCards(1);
    const { body } = await create([
      { key: 'K-1', discount: 30 },
      { key: 'Нет такой', price_kopecks: 90_000 },
    ]);
    expect(body.edit.change.fields).toEqual(['discount']);
    expect(body.unmatched).toEqual([{ line: 3, key: 'Нет такой', reason: 'NOT_FOUND' }]);
  });

  it('has no row for a card that is so already', async () => {
    await addCards(2);
    const { body } = await create([
      { key: 'K-1', price_kopecks: 100_000, discount: 20 },
      { key: 'K-2', price_kopecks: 100_000, discount: 21 },
    ]);
    expect(body.edit).toMatchObject({ card_total: 2, prepared_count: 2, counts: { ready: 1 } });
  });

  it('refuses a card whole, and no other card with it', async () => {
    const [first] = await addCards(2);
    const { body } = await create([
      { key: 'K-1', price_kopecks: 0, cost_price_kopecks: 40_000 },
      { key: 'K-2', price_kopecks: 90_000 },
    ]);
    expect(body.edit.counts).toMatchObject({ ready: 1, refused: 1 });
    expect((await rowsOf(body.edit.id))[0]).toMatchObject({
      card_id: first,
      after: {},
      state: 'REFUSED',
      refusal: 'Цена вышла бы меньше 1 ₽',
    });
    await apply(body.edit.id, 1);
    expect(await factsOf()).toEqual([AS_IT_WAS, [90_000, 20, 0, null]]);
  });

  it('of a cost price alone leaves the price, whatever became of it since', async () => {
    const [first, second] = await addCards(2);
    const { body } = await create([
      { key: 'K-1', cost_price_kopecks: 40_000 },
      { key: 'K-2', discount: 30 },
    ]);
    await sql`UPDATE cards SET price_kopecks = 70000 WHERE id IN (${first}, ${second})`.execute(
      bulk.test.database.db,
    );
    const { body: applied } = await apply(body.edit.id, 2);
    expect(applied.counts).toMatchObject({ applied: 1, changed_since: 1 });
    expect(await factsOf()).toEqual([
      [70_000, 20, 0, 40_000],
      [70_000, 20, 0, null],
    ]);
  });

  it('forgets a cost price that is said to be none, and knows it again after a rollback', async () => {
    const [first] = await addCards(3);
    const { accountId } = bulk.owner;
    await sql`UPDATE cards SET cost_price_kopecks = 40000 WHERE id = ${first}`.execute(bulk.test.database.db);
    const { body } = await create([
      { key: 'K-1', price_kopecks: 30_000, cost_price_kopecks: null, seen: { cost_price_kopecks: 40_000 } },
      { key: 'K-2', cost_price_kopecks: null },
      { key: 'K-3', cost_price_kopecks: null, seen: { cost_price_kopecks: 50_000 } },
    ]);
    // The second has none anyway, and so has the third, whatever was seen of it.
    expect(body.edit.counts).toMatchObject({ ready: 1, refused: 0 });
    expect(await rowsOf(body.edit.id)).toMatchObject([
      { before: { cost_price_kopecks: 40_000 }, after: { cost_price_kopecks: null }, warnings: [] },
    ]);
    await apply(body.edit.id, 1);
    expect((await factsOf())[0]).toEqual([30_000, 20, 0, null]);
    const costsOf = () =>
      bulk.test.database.db
        .selectFrom('card_costs')
        .select('cost_kopecks')
        .where('account_id', '=', accountId)
        .where('card_id', '=', first!)
        .execute();
    expect((await costsOf()).filter(({ cost_kopecks: kopecks }) => kopecks !== null)).toEqual([]);
    await bulk.rollBack(body.edit.id);
    expect((await factsOf())[0]).toEqual([100_000, 20, 0, 40_000]);
  });

  it('warns by the price and the cost price that a card is to have, both', async () => {
    const ids = await addCards(4);
    await sql`UPDATE cards SET cost_price_kopecks = 70000 WHERE account_id = ${bulk.owner.accountId}`.execute(
      bulk.test.database.db,
    );
    const { accountId } = bulk.owner;
    const shopId = await addTestShop(bulk.test.database.db, accountId);
    const facts = { priceKopecks: 100_000, discount: 20 };
    await putIntoShop(bulk.test.database, { accountId, shopId, cardId: ids[3]! }, facts);
    const { body } = await create([
      // 400 ₽ to pay: less than it cost, no less than it costs.
      { key: 'K-1', price_kopecks: 50_000, cost_price_kopecks: 40_000 },
      { key: 'K-2', price_kopecks: 50_000, cost_price_kopecks: 40_001 },
      { key: 'K-3', cost_price_kopecks: 80_001 },
      { key: 'K-4', price_kopecks: 20_000, cost_price_kopecks: 1 },
    ]);
    const warnings = (await rowsOf(body.edit.id)).map((row: { warnings: string[] }) => row.warnings);
    expect(warnings).toEqual([[], ['LOSS'], ['LOSS'], ['QUARANTINE']]);
    expect(body.edit.warned_count).toBe(3);
  });

  it('rolled back leaves everything as it was', async () => {
    await addCards(3);
    const before = await factsOf();
    const { body } = await create([
      { key: 'K-1', price_kopecks: 90_000, cost_price_kopecks: 40_000 },
      { key: 'K-2', cost_price_kopecks: 0 },
      { key: 'K-3', discount: 0, club_discount: 9 },
    ]);
    await apply(body.edit.id, 3);
    expect(await factsOf()).not.toEqual(before);
    expect((await rollBack(body.edit.id)).body.counts).toMatchObject({ applied: 0, rolled_back: 3 });
    expect(await factsOf()).toEqual(before);
  });

  it('names its cards to whoever acts on them next', async () => {
    await addCards(3);
    const { body } = await create([
      { key: 'K-1', discount: 30 },
      { key: 'K-2', discount: 40 },
    ]);
    await apply(body.edit.id, 2);
    const { body: check } = await bulk.test.call(bulk.owner, 'POST', '/cards/check-card/', {
      body: { selection: { bulk_edit: body.edit.id, only: 'APPLIED', expected_count: 2 }, shop_ids: [] },
    });
    expect(check.cards).toBe(2);
  });

  it('is made once for one key, with the same rows left out, also when the response was lost', async () => {
    await addCards(1);
    const again = () =>
      create(
        [
          { key: 'K-1', discount: 30 },
          { key: 'K-9', discount: 30 },
        ],
        { key: 'same-key-of-a-table' },
      );
    const { body: first } = await again();
    expect((await again()).body).toEqual(first);
    await bulk.test.database.db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', bulk.owner.accountId)
      .execute();
    expect((await again()).body).toEqual(first);
    expect(first.unmatched).toHaveLength(1);
    expect(await countValues()).toBe(1);
  });

  it('is not made when no row names a card', async () => {
    await addCards(1);
    const { status, body } = await create([
      { key: 'K-1', discount: 30 },
      { key: 'K-1', discount: 40 },
      { key: 'K-2', discount: 40 },
    ]);
    expect(status).toBe(201);
    expect(body).toEqual({
      edit: null,
      unmatched: [
        { line: 2, key: 'K-1', reason: 'REPEATED' },
        { line: 3, key: 'K-1', reason: 'REPEATED' },
        { line: 4, key: 'K-2', reason: 'NOT_FOUND' },
      ],
    });
    const edits = await bulk.test.database.db
      .selectFrom('bulk_edits')
      .select('id')
      .where('account_id', '=', bulk.owner.accountId)
      .execute();
    expect(edits).toEqual([]);
  });

  it('changes the own one of two accounts that have the same vendor codes', async () => {
    const stranger = await bulk.signInStranger();
    await addCards(1);
    await addCards(2, stranger);
    const { body } = await create([
      { key: 'K-1', discount: 30 },
      { key: 'K-2', discount: 30 },
    ]);
    expect(body.unmatched).toEqual([{ line: 3, key: 'K-2', reason: 'NOT_FOUND' }]);
    await apply(body.edit.id, 1);
    expect(await factsOf()).toEqual([[100_000, 30, 0, null]]);
    expect(await factsOf(stranger)).toEqual([AS_IT_WAS, AS_IT_WAS]);
  });

  it('refuses a card that is not as the person has seen it, whatever of it is to change', async () => {
    const ids = await addCards(6);
    const prices = { price_kopecks: 100_000, discount: 20, club_discount: 0 };
    await sql`UPDATE cards SET discount = 25 WHERE id IN (${ids[0]}, ${ids[1]})`.execute(
      bulk.test.database.db,
    );
    await sql`UPDATE cards SET cost_price_kopecks = 40000 WHERE id IN (${ids[2]}, ${ids[3]})`.execute(
      bulk.test.database.db,
    );
    const rows = [
      { price_kopecks: 90_000, seen: prices },
      // As it was wanted, by somebody else already.
      { discount: 25, seen: prices },
      { cost_price_kopecks: 30_000, seen: { cost_price_kopecks: null } },
      // A price does not wait for a cost price.
      { price_kopecks: 90_000, seen: prices },
      { price_kopecks: 90_000, seen: prices },
      // Seen by nobody, as in a file.
      { price_kopecks: 90_000 },
    ];
    const { body } = await create(
      rows.map((row, index) => ({ key: String(ids[index]), ...row })),
      { by: 'CARD_ID' },
    );
    expect(body.edit.counts).toMatchObject({ ready: 3, refused: 2 });
    const refusals = (await rowsOf(body.edit.id)).map((row: { refusal: string | null }) => row.refusal);
    expect(refusals).toEqual([
      'Изменилась с тех пор, как вы на неё смотрели: скидка 20 % → 25 %',
      `Изменилась с тех пор, как вы на неё смотрели: себестоимость не указана → 400 ₽`,
      null,
      null,
      null,
    ]);
    await apply(body.edit.id, 3);
    expect((await factsOf())[0]).toEqual([100_000, 25, 0, null]);
  });

  it('is forgotten with what it wanted', async () => {
    await addCards(1);
    await create([{ key: 'K-1', discount: 30 }]);
    await sql`UPDATE bulk_edits SET created_at = created_at - interval '2 days'
      WHERE account_id = ${bulk.owner.accountId}`.execute(bulk.test.database.db);
    expect(await countValues()).toBe(1);
    await forgetBulkEditsJob.handler({}, bulk.test.deps, {
      signal: new AbortController().signal,
      attempt: 1,
    });
    expect(await countValues()).toBe(0);
  });
});

describe('a table', () => {
  const LONGEST_PACKAGE = { length_cm: 1000, width_cm: 1000, height_cm: 1000, weight_kg: 999.999 };
  /** As long as rows can be. */
  const longRow = (index: number): Row => ({
    line: index,
    key: `${index}-`.padEnd(75, 'Ж'),
    price_kopecks: 100_000_000_00,
    discount: 99,
    club_discount: 99,
    cost_price_kopecks: 100_000_000_00,
    ...LONGEST_PACKAGE,
    seen: {
      ...LONGEST_PACKAGE,
      price_kopecks: 100_000_000_00,
      discount: 99,
      club_discount: 99,
      cost_price_kopecks: 100_000_000_00,
    },
  });

  it('of as many rows as are allowed is read, one more is refused', async () => {
    const rows = Array.from({ length: MAX_TABLE_ROWS }, (_, index) => longRow(index + 1));
    const { status, body } = await create(rows);
    expect([status, body.edit, body.unmatched.length]).toEqual([201, null, MAX_TABLE_ROWS]);
    expect((await create([...rows, longRow(MAX_TABLE_ROWS + 1)])).status).toBe(400);
  });

  it.each([
    ['no rows', []],
    ['a row that wants nothing', [{ key: 'K-1' }]],
    ['a row without a key', [{ key: '', discount: 1 }]],
    ['a discount of all', [{ key: 'K-1', discount: 100 }]],
    ['a part of a kopeck', [{ key: 'K-1', price_kopecks: 1.5 }]],
    ['a subject', [{ key: 'K-1', discount: 1, subject: 'Чайники' }]],
    ['a part of a centimetre', [{ key: 'K-1', length_cm: 1.5 }]],
    ['a brand longer than a card has', [{ key: 'K-1', brand: 'ж'.repeat(101) }]],
    ['a tag longer than a card has', [{ key: 'K-1', tags: ['ж'.repeat(16)] }]],
    ['more tags than a card has', [{ key: 'K-1', tags: Array.from({ length: 16 }, (_, n) => `Ярлык ${n}`) }]],
    ['a character that is not stored', [{ key: 'K-1\u0000', discount: 1 }]],
    ['half a character', [{ key: 'K-1\ud800', discount: 1 }]],
  ])('with %s is refused', async (_, rows) => {
    await addCards(1);
    expect((await create(rows as Row[], { key: `refused-table-${bulk.owner.userId}` })).status).toBe(400);
  });
});
