import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testBulkEdits, UP_5 } from '#tests/support/cards/bulk-edits.ts';
import { addTestShop, putIntoShop } from '#tests/support/cards/fixtures.ts';
import { forgetBulkEditsJob } from './go-on.ts';

const bulk = testBulkEdits();
const { addCards, create, rowsOf, leaveOut, apply, rollBack, setPrice, pricesOf } = bulk;

describe('a bulk edit', () => {
  it('is looked at before anything happens', async () => {
    const [first, second, third] = await addCards(3);
    await setPrice(second!, 0);
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'READY',
      card_total: 3,
      prepared_count: 3,
      counts: { ready: 2, refused: 1, applied: 0 },
      warned_count: 0,
      applied_at: null,
    });
    expect(await rowsOf(body.id)).toEqual([
      {
        card_id: first,
        vendor_code: 'K-1',
        title: 'Кружка 1',
        before: { price_kopecks: 100_000, discount: 20, club_discount: 0 },
        after: { price_kopecks: 105_000 },
        state: 'READY',
        refusal: null,
        mend: null,
        warnings: [],
      },
      expect.objectContaining({
        card_id: second,
        state: 'REFUSED',
        refusal: 'Не указана цена: изменять нечего',
        mend: { advice: 'Укажите цену в карточке', field: 'priceKopecks' },
      }),
      expect.objectContaining({ card_id: third, state: 'READY' }),
    ]);
    expect((await rowsOf(body.id, '?state=REFUSED')).map((row: { card_id: number }) => row.card_id)).toEqual([
      second,
    ]);
    expect(await pricesOf()).toEqual([100_000, 0, 100_000]);
  });

  it('has no row for a card that is so already', async () => {
    const [first] = await addCards(2);
    await setPrice(first!, 90_000);
    const { body } = await create(
      { filter: {} },
      { kind: 'PRICES', price: { kind: 'SET', kopecks: 90_000 } },
    );
    expect(body).toMatchObject({ card_total: 2, counts: { ready: 1, refused: 0 } });
  });

  it('warns of quarantine, of loss and of shops with prices of their own', async () => {
    const ids = await addCards(3);
    const { db } = bulk.test.database;
    const { accountId } = bulk.owner;
    const shopId = await addTestShop(db, accountId);
    const place = (index: number) => ({ accountId, shopId, cardId: ids[index]! });
    await putIntoShop(bulk.test.database, place(0), { priceKopecks: 100_000, discount: 20 });
    await sql`UPDATE cards SET cost_price_kopecks = 30000 WHERE id = ${ids[1]}`.execute(db);
    await putIntoShop(bulk.test.database, place(2), { priceKopecks: 100_000, discount: 20 });
    await sql`UPDATE shop_cards SET own_price_kopecks = 100000 WHERE card_id = ${ids[2]}`.execute(db);
    const { body } = await create(
      { filter: {} },
      { kind: 'PRICES', price: { kind: 'SET', kopecks: 33_000 } },
    );
    const rows = await rowsOf(body.id, '?warned=true');
    expect(rows.map((row: { warnings: string[] }) => row.warnings)).toEqual([
      ['QUARANTINE'],
      ['LOSS'],
      ['OWN_PRICE'],
    ]);
    expect(body.warned_count).toBe(3);
  });

  it('does what was seen, with its name in the history, and to nothing else', async () => {
    const [first, second, third] = await addCards(3);
    const { body: edit } = await create();
    expect((await leaveOut(edit.id, [second!])).body.counts).toMatchObject({ ready: 2, left_out: 1 });
    const { status, body } = await apply(edit.id, 2);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'APPLIED', counts: { ready: 0, left_out: 1, applied: 2 } });
    expect(await pricesOf()).toEqual([105_000, 100_000, 105_000]);
    const card = (await bulk.test.call(bulk.owner, 'GET', `/cards/${first}/`)).body;
    expect(card).toMatchObject({ version: 2, price_kopecks: 105_000, final_price_kopecks: 84_000 });
    const history = (await bulk.test.call(bulk.owner, 'GET', '/cards/bulk-edits/')).body;
    expect(history).toMatchObject({ count: 1, results: [{ id: edit.id, change: UP_5 }] });
    expect(third).toBeDefined();
  });

  it('puts back what was left out', async () => {
    const ids = await addCards(2);
    const { body: edit } = await create();
    await leaveOut(edit.id, ids);
    expect((await leaveOut(edit.id, [ids[0]!], false)).body.counts).toMatchObject({ ready: 1, left_out: 1 });
    await apply(edit.id, 1);
    expect(await pricesOf()).toEqual([105_000, 100_000]);
    expect((await leaveOut(edit.id, [ids[1]!], false)).status).toBe(409);
  });

  it('of another number of cards than was seen is refused', async () => {
    await addCards(2);
    const { body: edit } = await create();
    const { status, body } = await apply(edit.id, 3);
    expect([status, body.code]).toEqual([409, 'selection_changed']);
    expect(await pricesOf()).toEqual([100_000, 100_000]);
  });

  it('leaves alone what somebody has changed since it was looked at', async () => {
    const [first, second] = await addCards(2);
    const { body: edit } = await create();
    await setPrice(first!, 70_000);
    const { body } = await apply(edit.id, 2);
    expect(body.counts).toMatchObject({ applied: 1, changed_since: 1 });
    expect(await pricesOf()).toEqual([70_000, 105_000]);
    expect(await rowsOf(edit.id, '?state=CHANGED_SINCE')).toMatchObject([{ card_id: first }]);
    expect(second).toBeDefined();
  });

  it('is applied once, however often it is asked for', async () => {
    await addCards(2);
    const { body: edit } = await create();
    await Promise.all([apply(edit.id, 2), apply(edit.id, 2)]);
    await apply(edit.id, 2);
    expect(await pricesOf()).toEqual([105_000, 105_000]);
  });

  it('is made once for one key, also when the response was lost', async () => {
    await addCards(2);
    const { body: first } = await create(undefined, undefined, 'same-key-of-a-bulk-edit');
    await bulk.test.database.db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', bulk.owner.accountId)
      .execute();
    const { body: second } = await create(undefined, undefined, 'same-key-of-a-bulk-edit');
    expect(second.id).toBe(first.id);
  });

  it('marks what a shop does not have yet', async () => {
    const [first] = await addCards(1);
    const shopId = await addTestShop(bulk.test.database.db, bulk.owner.accountId);
    await putIntoShop(
      bulk.test.database,
      { accountId: bulk.owner.accountId, shopId, cardId: first! },
      { priceKopecks: 100_000, discount: 20 },
    );
    const { body: edit } = await create();
    await apply(edit.id, 1);
    expect((await bulk.test.call(bulk.owner, 'GET', '/cards/?changes=unsent')).body.count).toBe(1);
    await rollBack(edit.id);
    expect((await bulk.test.call(bulk.owner, 'GET', '/cards/?changes=unsent')).body.count).toBe(0);
  });

  it('of cost prices warns of those that are sold for less, and goes back to not known', async () => {
    const [first, second, third] = await addCards(3);
    await sql`UPDATE cards SET cost_price_kopecks = 30000 WHERE id = ${second}`.execute(
      bulk.test.database.db,
    );
    await sql`UPDATE cards SET price_kopecks = 0 WHERE id = ${third}`.execute(bulk.test.database.db);
    const costs = async () =>
      (
        await bulk.test.database.db
          .selectFrom('cards')
          .select('cost_price_kopecks')
          .where('account_id', '=', bulk.owner.accountId)
          .orderBy('id')
          .execute()
      ).map((row) => row.cost_price_kopecks);
    const costOf = (costPrice: object) => ({ kind: 'COST_PRICE', cost_price: costPrice });

    const raise = await create(undefined, costOf({ kind: 'PERCENT', basis_points: 1_000 }));
    expect(raise.body.counts).toMatchObject({ ready: 1, refused: 2 });

    // 1 000 ₽ and 20 %: sold for 800 ₽. What has no price is not sold.
    const { body: edit } = await create(undefined, costOf({ kind: 'SET', kopecks: 80_001 }));
    expect(edit).toMatchObject({ counts: { ready: 3 }, warned_count: 2 });
    expect(await rowsOf(edit.id)).toMatchObject([
      { card_id: first, before: { cost_price_kopecks: null }, warnings: ['LOSS'] },
      { card_id: second, before: { cost_price_kopecks: 30_000 }, warnings: ['LOSS'] },
      { card_id: third, after: { cost_price_kopecks: 80_001 }, warnings: [] },
    ]);
    await sql`UPDATE cards SET cost_price_kopecks = 1 WHERE id = ${second}`.execute(bulk.test.database.db);
    expect((await apply(edit.id, 3)).body.counts).toMatchObject({ applied: 2, changed_since: 1 });
    expect(await costs()).toEqual([80_001, 1, 80_001]);
    expect((await rollBack(edit.id)).body.counts).toMatchObject({ rolled_back: 2 });
    expect(await costs()).toEqual([null, 1, null]);
    expect(await pricesOf()).toEqual([100_000, 100_000, 0]);
  });

  it('of titles is found by the new one', async () => {
    await addCards(2);
    const { body: edit } = await create(undefined, {
      kind: 'REPLACE',
      fields: ['title'],
      find: 'кружка',
      replacement: 'Чашка',
      is_case_sensitive: false,
      is_whole_word: true,
    });
    await apply(edit.id, 2);
    expect(
      (await bulk.test.call(bulk.owner, 'GET', `/cards/?search=${encodeURIComponent('чашка')}`)).body.count,
    ).toBe(2);
  });

  it('names its cards to whoever acts on them next', async () => {
    const [first, second] = await addCards(2);
    const { body: edit } = await create();
    await leaveOut(edit.id, [second!]);
    await apply(edit.id, 1);
    const check = (selection: object) =>
      bulk.test.call(bulk.owner, 'POST', '/cards/check-card/', { body: { selection, shop_ids: [] } });
    expect((await check({ bulk_edit: edit.id })).body.cards).toBe(2);
    expect((await check({ bulk_edit: edit.id, only: 'APPLIED', expected_count: 1 })).body.cards).toBe(1);
    expect((await check({ bulk_edit: edit.id, except: [first] })).body.cards).toBe(1);
    expect((await create({ bulk_edit: edit.id })).body.card_total).toBe(2);
  });

  it('is made anew of those alone that it refused or spared, as they are now', async () => {
    const [unpriced, spared, , stillUnpriced] = await addCards(4);
    await setPrice(unpriced!, 0);
    await setPrice(stillUnpriced!, 0);
    const { body: edit } = await create();
    await setPrice(spared!, 50_000);
    await apply(edit.id, 2);
    await setPrice(unpriced!, 200_000);
    const { body: ofRefused } = await create({ bulk_edit: edit.id, only: 'REFUSED' });
    expect(ofRefused).toMatchObject({ state: 'READY', card_total: 2, counts: { ready: 1, refused: 1 } });
    expect(await rowsOf(ofRefused.id)).toMatchObject([
      { card_id: unpriced, after: { price_kopecks: 210_000 } },
      { card_id: stillUnpriced, state: 'REFUSED' },
    ]);
    const { body: ofSpared } = await create({ bulk_edit: edit.id, only: 'CHANGED_SINCE' });
    expect(await rowsOf(ofSpared.id)).toMatchObject([
      { card_id: spared, before: { price_kopecks: 50_000 }, after: { price_kopecks: 52_500 } },
    ]);
    expect(ofSpared.card_total).toBe(1);
    expect(await pricesOf()).toEqual([200_000, 50_000, 105_000, 0]);
    bulk.owner = await bulk.signInStranger();
    expect((await create({ bulk_edit: edit.id, only: 'REFUSED' })).body.card_total).toBe(0);
  });

  it('does not exist for another account', async () => {
    const ids = await addCards(1);
    const { body: edit } = await create();
    bulk.owner = await bulk.signInStranger();
    const responses = [
      await bulk.test.call(bulk.owner, 'GET', `/cards/bulk-edits/${edit.id}/`),
      await bulk.test.call(bulk.owner, 'GET', `/cards/bulk-edits/${edit.id}/rows/`),
      await leaveOut(edit.id, ids),
      await apply(edit.id, 1),
      await rollBack(edit.id),
      await bulk.test.call(bulk.owner, 'POST', `/cards/bulk-edits/${edit.id}/stop/`),
    ];
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
    expect((await bulk.test.call(bulk.owner, 'GET', '/cards/bulk-edits/')).body.count).toBe(0);
    expect((await create({ bulk_edit: edit.id })).body.card_total).toBe(0);
  });

  it('is forgotten after a day when nobody applied it, after 30 days otherwise', async () => {
    await addCards(1);
    const { body: prepared } = await create();
    const { body: applied } = await create();
    await apply(applied.id, 1);
    const { db } = bulk.test.database;
    const age = (days: number) =>
      sql`UPDATE bulk_edits SET created_at = created_at - make_interval(days => ${days}),
        applied_at = applied_at - make_interval(days => ${days}) WHERE account_id = ${bulk.owner.accountId}`.execute(
        db,
      );
    const forget = () =>
      forgetBulkEditsJob.handler({}, bulk.test.deps, { signal: new AbortController().signal, attempt: 1 });
    await age(2);
    await forget();
    expect((await bulk.test.call(bulk.owner, 'GET', `/cards/bulk-edits/${prepared.id}/`)).status).toBe(404);
    expect((await bulk.test.call(bulk.owner, 'GET', `/cards/bulk-edits/${applied.id}/`)).status).toBe(200);
    await age(29);
    await forget();
    expect((await bulk.test.call(bulk.owner, 'GET', `/cards/bulk-edits/${applied.id}/`)).status).toBe(404);
  });

  it('that looks for what cannot be kept is refused', async () => {
    await addCards(1);
    const change = { kind: 'REPLACE', fields: ['title'], find: '\ud800', replacement: '' };
    const { status } = await create(
      { filter: {} },
      { ...change, is_case_sensitive: true, is_whole_word: false },
    );
    expect(status).toBe(400);
  });
});
