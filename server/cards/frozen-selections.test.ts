import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { forgetSelectionsJob, MAX_FROZEN } from './frozen-selections.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
// Each test starts with an empty account.
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`chooser-${people}`);
});
afterAll(() => test.close());

async function addCards(count: number, state = 'DRAFT', brand = 'Керамия'): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, state, brand, search_text)
    SELECT ${owner.accountId}, 'СН-' || gen_random_uuid(), 'Кружка ' || n, ${CUPS}, ${state}, ${brand}, ' кружка ' || n
    FROM generate_series(1, ${count}) AS n RETURNING id`.execute(test.database.db);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

const remove = (ids: readonly number[]) =>
  sql`DELETE FROM cards WHERE account_id = ${owner.accountId} AND id = any(${[...ids]}::bigint[])`.execute(
    test.database.db,
  );

const freeze = (selection: object, more: object = {}) =>
  test.call(owner, 'POST', '/cards/selections/', { body: { selection, ...more } });

const post = (path: string, body: object) => test.call(owner, 'POST', path, { body });

const table = (selection: object) => post('/cards/table/', { selection });

const settings = {
  format: 'ROLL_58_40',
  code: 'CODE_128',
  fields: [],
  shop_id: null,
  count: { kind: 'EACH', copies: 1 },
};
const discount = { kind: 'PRICES', discount: { kind: 'SET', percent: 7 } };

async function frozenIds(id: string): Promise<number[]> {
  const { rows } = await sql<{ card_ids: number[] }>`
    SELECT card_ids FROM card_selection_parts WHERE selection_id = ${id} ORDER BY last_id`.execute(
    test.database.db,
  );
  return rows.flatMap((row) => row.card_ids);
}

/** As if nobody had used it for so long. */
const unusedFor = (id: string, minutes: number) =>
  sql`UPDATE card_selections SET used_at = now() - make_interval(mins => ${minutes}) WHERE id = ${id}`.execute(
    test.database.db,
  );

describe('a frozen selection', () => {
  it('of ids, of a filter less some, of a bulk edit and of another one has the cards and their number', async () => {
    const cards = await addCards(5);
    await addCards(2, 'ARCHIVED');
    const byIds = await freeze({ ids: cards.slice(1, 3) });
    expect(byIds).toMatchObject({ status: 201, body: { count: 2 } });
    expect(new Date(byIds.body.expires_at).getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
    const byFilter = await freeze({ filter: {}, except: [cards[0]], expected_count: 4 });
    expect(byFilter.body.count).toBe(4);
    expect(await frozenIds(byFilter.body.id)).toEqual(cards.slice(1));
    const again = await freeze({ id: byFilter.body.id, except: [cards[4]], expected_count: 3 });
    expect(await frozenIds(again.body.id)).toEqual(cards.slice(1, 4));
    const { body: edit } = await post('/cards/bulk-edits/', {
      selection: { id: again.body.id },
      change: discount,
    });
    expect((await freeze({ bulk_edit: edit.id })).body.count).toBe(3);
  });

  it('of another number than was seen is refused, and nothing is kept', async () => {
    await addCards(3);
    const refusal = { status: 409, body: { code: 'selection_changed' } };
    expect(await freeze({ filter: {}, expected_count: 2 })).toMatchObject(refusal);
    const whole = (await freeze({ filter: {} })).body;
    expect(await freeze({ id: whole.id, expected_count: 4 })).toMatchObject(refusal);
    const kept = await test.database.db
      .selectFrom('card_selections')
      .select('id')
      .where('account_id', '=', owner.accountId)
      .execute();
    expect(kept).toEqual([{ id: whole.id }]);
  });

  it('is what every operation takes, whatever came to the list since', async () => {
    const cards = await addCards(3);
    const shopId = await addTestShop(test.database.db, owner.accountId);
    const { id, count } = (await freeze({ filter: {}, expected_count: 3 })).body;
    await addCards(4);
    const selection = { id };
    expect(count).toBe(3);
    expect((await table(selection)).body.card_total).toBe(3);
    expect((await post('/cards/labels/preview/', { selection, settings })).body.card_count).toBe(3);
    expect((await post('/cards/bulk-edits/characteristics/', { selection })).body.card_total).toBe(3);
    expect((await post('/cards/bulk-edits/', { selection, change: discount })).body.card_total).toBe(3);
    expect((await post('/cards/check-card/', { selection, shop_ids: [shopId] })).body.cards).toBe(3);
    const part = await post('/cards/check-card/', { selection, shop_ids: [shopId], after_id: cards[0] });
    expect(part.body).toMatchObject({ cards: 2, next_after_id: null });
    const file = await post('/cards/export/', { selection, format: 'csv' });
    expect(file.text.trim().split('\n')).toHaveLength(4);
    const moved = await post('/cards/archive/', { selection: { id, except: [cards[2]] }, is_archived: true });
    expect(moved.body.ids).toEqual(cards.slice(0, 2));
  });

  it('is cut into short parts and read back whole, one after another', async () => {
    const cards = await addCards(2300);
    const { id } = (await freeze({ filter: {} })).body;
    const parts = await sql<{ length: number }>`
      SELECT cardinality(card_ids) AS length FROM card_selection_parts WHERE selection_id = ${id} ORDER BY last_id
    `.execute(test.database.db);
    expect(parts.rows.map(({ length }) => length)).toEqual([1000, 1000, 300]);
    const read: number[] = [];
    let after: number | undefined;
    do {
      const { body } = await post('/cards/table/', {
        selection: { id },
        ...(after ? { after_id: after } : {}),
      });
      read.push(...body.results.map((card: { id: number }) => card.id));
      after = body.next_after_id ?? undefined;
    } while (after !== undefined);
    expect(read).toEqual(cards);
  });

  it('never grows: whatever others do, an operation is done to the frozen cards or says how many are gone', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 3 }) }),
      fc.record({
        kind: fc.constantFrom('remove' as const, 'archive' as const, 'rename' as const),
        at: fc.nat(40),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(9), { maxLength: 4 }),
        fc.array(step, { maxLength: 6 }),
        async (leftOut, steps) => {
          await remove((await everyId()).map(({ id }) => id));
          const cards = await addCards(10, 'DRAFT', 'Наша');
          const except = [...new Set(leftOut)].map((index) => cards[index] ?? 0);
          const filter = { brand: ['Наша'] };
          const { id, count } = (await freeze({ filter, except })).body;
          const frozen = cards.filter((card) => !except.includes(card));
          expect(count).toBe(frozen.length);
          for (const one of steps) {
            if (one.kind === 'add') await addCards(one.count, 'DRAFT', 'Наша');
            else await change(one.kind, cards[one.at % cards.length] ?? 0);
          }
          const here = new Set((await everyId()).map((card) => card.id));
          const gone = frozen.filter((card) => !here.has(card));
          const found = await table({ id });
          if (gone.length === 0) {
            expect(found.body.results.map((card: { id: number }) => card.id)).toEqual(frozen);
          } else {
            expect(found.status).toBe(409);
            expect(found.body.detail[0]).toContain(`удалено: ${gone.length} карточ`);
          }
          const left = (await freeze({ id })).body;
          expect(await frozenIds(left.id)).toEqual(frozen.filter((card) => here.has(card)));
          expect(left.count).toBe(frozen.length - gone.length);
        },
      ),
      { numRuns: 25 },
    );
  });

  const everyId = () =>
    test.database.db.selectFrom('cards').select('id').where('account_id', '=', owner.accountId).execute();

  async function change(kind: 'remove' | 'archive' | 'rename', id: number): Promise<void> {
    if (kind === 'remove') return void (await remove([id]));
    await test.database.db
      .updateTable('cards')
      .set(kind === 'archive' ? { state: 'ARCHIVED' } : { brand: 'Чужая' })
      .where('account_id', '=', owner.accountId)
      .where('id', '=', id)
      .execute();
  }
});

describe('what has become of frozen cards', () => {
  it('is said before anything is done when some are gone; what is left can be frozen anew', async () => {
    const cards = await addCards(5);
    const { id } = (await freeze({ ids: cards })).body;
    await remove(cards.slice(0, 2));
    const refused = await post('/cards/archive/', { selection: { id }, is_archived: true });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'selection_changed',
        detail: ['Из выбранных уже удалено: 2 карточки. Продолжите без них или выберите ещё раз'],
      },
    });
    const states = await test.database.db
      .selectFrom('cards')
      .select('state')
      .where('account_id', '=', owner.accountId)
      .execute();
    expect(states.map(({ state }) => state)).toEqual(['DRAFT', 'DRAFT', 'DRAFT']);
    const rest = (await freeze({ id })).body;
    expect(rest.count).toBe(3);
    const moved = await post('/cards/archive/', { selection: { id: rest.id }, is_archived: true });
    expect(moved.body.count).toBe(3);
  });

  it('is no reason to leave cards of the archive out of a file; who wants to, freezes without them', async () => {
    const cards = await addCards(3);
    const { id } = (await freeze({ ids: cards })).body;
    await post('/cards/archive/', { selection: { ids: [cards[1]] }, is_archived: true });
    expect((await post('/cards/export/', { selection: { id }, format: 'csv' })).text).toContain('В архиве');
    const rest = (await freeze({ id }, { without_archived: true })).body;
    expect(await frozenIds(rest.id)).toEqual([cards[0], cards[2]]);
  });
});

describe('a frozen selection is let go', () => {
  it('after an hour without use, with a code of its own; each use is another hour', async () => {
    const cards = await addCards(2);
    const { id } = (await freeze({ ids: cards })).body;
    await unusedFor(id, 59);
    expect((await table({ id })).status).toBe(200);
    await unusedFor(id, 61);
    const expired = { status: 404, body: { code: 'selection_expired' } };
    expect(await table({ id })).toMatchObject(expired);
    expect(await freeze({ id })).toMatchObject(expired);
    const archived = await post('/cards/archive/', { selection: { id }, is_archived: true });
    expect(archived).toMatchObject(expired);
  });

  it('by use, not by age: one that an operation goes on with stays', async () => {
    const { id } = (await freeze({ ids: await addCards(1) })).body;
    await unusedFor(id, 40);
    await table({ id });
    const { used_at } = await test.database.db
      .selectFrom('card_selections')
      .select(sql<boolean>`used_at > now() - interval '1 minute'`.as('used_at'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(used_at).toBe(true);
  });

  it('when an account has a hundred newer ones, and no other account’s is', async () => {
    const ids = await addCards(1);
    const first = (await freeze({ ids })).body.id;
    const second = (await freeze({ ids })).body.id;
    await unusedFor(first, 30);
    const neighbour = await test.signIn(`neighbour-${people}`);
    const { id: theirs } = (
      await test.call(neighbour, 'POST', '/cards/selections/', { body: { selection: { filter: {} } } })
    ).body;
    for (let more = 1; more < MAX_FROZEN; more += 1) await freeze({ ids });
    expect((await table({ id: first })).status).toBe(404);
    expect((await table({ id: second })).status).toBe(200);
    expect(
      (await test.call(neighbour, 'POST', '/cards/table/', { body: { selection: { id: theirs } } })).status,
    ).toBe(200);
  });

  it('from the disk by the hour, with all its parts', async () => {
    const ids = await addCards(2);
    const old = (await freeze({ ids })).body.id;
    const fresh = (await freeze({ ids })).body.id;
    await unusedFor(old, 61);
    await forgetSelectionsJob.handler({}, test.deps, { signal: new AbortController().signal, attempt: 1 });
    expect(await frozenIds(old)).toEqual([]);
    expect(await frozenIds(fresh)).toEqual(ids);
  });

  it('when its making was interrupted: nobody can name a part of a choice', async () => {
    const ids = await addCards(2);
    const { id } = (await freeze({ ids })).body;
    await test.database.db
      .updateTable('card_selections')
      .set({ card_total: null })
      .where('id', '=', id)
      .execute();
    expect((await table({ id })).body.code).toBe('selection_expired');
  });
});

it('an id of a frozen selection says nothing of another one', async () => {
  const ids = await addCards(1);
  const made = [];
  for (let one = 0; one < 20; one += 1) made.push((await freeze({ ids })).body.id);
  expect(new Set(made).size).toBe(20);
  for (const id of made) expect(id).toMatch(/^[\w-]{22}$/);
});
