import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CardOperation } from '#contract/operation-history.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';
import { rowsTouched } from '#tests/support/rows-touched.ts';
import { archiveCards, undoOperation } from './archive.ts';
import { findOperations, OPERATIONS_PER_PAGE } from './operation-history.ts';

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
  owner = await test.signIn(`mover-${people}`);
});

afterAll(() => test.close());

async function addCards(count: number, person = owner): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, state, search_text)
    SELECT ${person.accountId}, gen_random_uuid(), 'Кружка ' || n, ${CUPS}, 'PUBLISHED', ' кружка ' || n
    FROM generate_series(1, ${count}) AS n RETURNING id`.execute(test.database.db);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

async function move(ids: number[], isArchived: boolean): Promise<{ operationId: number; count: number }> {
  const selection = { ids };
  return await archiveCards(test.deps, owner, { selection, isArchived, idempotencyKey: undefined });
}

const undo = (operationId: number) =>
  undoOperation(test.deps, owner, { operationId, idempotencyKey: undefined });

const list = (query = '', person = owner) => test.call(person, 'GET', `/cards/operations/${query}`, {});

describe('the list of moves', () => {
  it('says what was moved, when and by whom, the last first', async () => {
    const [first = 0, second = 0] = await addCards(2);
    await move([first, second], true);
    await move([second], false);
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        expect.objectContaining({ is_archived: false, count: 1, total: null, can_take_back: true }),
        expect.objectContaining({ is_archived: true, count: 2, total: null, can_take_back: true }),
      ],
      next_before_id: null,
    });
    const { name } = await test.database.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    expect(body.results[0]).toMatchObject({ user_name: name, taken_back: null });
    expect(Math.abs(Date.now() - Date.parse(body.results[0].created_at))).toBeLessThan(600_000);
  });

  it('tells who took a move back with that move, not beside it', async () => {
    const [first = 0, second = 0] = await addCards(2);
    const { operationId } = await move([first, second], true);
    await move([second], false);
    await undo(operationId);
    const { body } = await list();
    expect(body.results).toHaveLength(2);
    expect(body.results[1]).toMatchObject({
      id: operationId,
      can_take_back: false,
      taken_back: { count: 1, moved_since: 1, is_done: true },
    });
  });

  it('of a move that is still going on says how far it is, and offers no way back', async () => {
    const ids = await addCards(3);
    const { operationId } = await move(ids, true);
    await sql`UPDATE card_operations SET done_at = NULL, card_count = 1, turn_count = 1 WHERE id = ${operationId}`.execute(
      test.database.db,
    );
    expect((await list()).body.results).toEqual([
      expect.objectContaining({ count: 1, total: 3, can_take_back: false }),
    ]);
  });

  it('leaves out what has moved nothing, and what is older than 30 days', async () => {
    const ids = await addCards(2);
    await move(ids, false);
    const { operationId } = await move(ids, true);
    expect((await list()).body.results).toHaveLength(1);
    await sql`UPDATE card_operations SET created_at = now() - interval '31 days' WHERE id = ${operationId}`.execute(
      test.database.db,
    );
    expect((await list()).body.results).toEqual([]);
  });

  it('of another account has neither moves nor a place to go on from', async () => {
    const stranger = await test.signIn(`stranger-to-moves-${people}`);
    const ids = await addCards(1, stranger);
    await test.call(stranger, 'POST', '/cards/archive/', { body: { selection: { ids }, is_archived: true } });
    const { operationId } = await move(await addCards(1), true);
    const { body } = await list('', stranger);
    expect(body.results).toEqual([expect.objectContaining({ count: 1 })]);
    expect(body.results[0].id).not.toBe(operationId);
    expect((await list(`?before_id=${operationId}`, stranger)).body.results).toEqual([]);
  });

  it('has each move once over all its parts, of the same moment too', async () => {
    const count = OPERATIONS_PER_PAGE * 2 + 3;
    await sql`INSERT INTO card_operations (account_id, user_id, is_archived, card_ids, card_total, card_count, done_at, created_at)
      SELECT ${owner.accountId}, ${owner.userId}, true, '{}', 1, 1, now(), now() - make_interval(mins => n / 60)
      FROM generate_series(1, ${count}) AS n`.execute(test.database.db);
    const read: CardOperation[] = [];
    let beforeId: number | undefined;
    do {
      const part = await findOperations(test.database.db, owner.accountId, { beforeId });
      read.push(...part.results);
      beforeId = part.nextBeforeId ?? undefined;
    } while (beforeId !== undefined);
    expect(new Set(read.map(({ id }) => id)).size).toBe(count);
    expect(read).toHaveLength(count);
    const times = read.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });
});

describe('a look at the list', () => {
  const CARDS = 2000;
  const MOVES_OF_OTHERS = 3000;
  /** A row and its entry in an index: of each move, of who made it, of one of its cards, of what took it back. */
  const MOST_PER_MOVE = 10;

  it.each([
    ['nobody has reckoned how moves are spread', async () => undefined],
    ['it is known', async () => void (await sql`ANALYZE`.execute(test.database.db))],
  ])(
    'while %s, goes neither through the cards of a move nor through moves of others',
    async (_when, reckon) => {
      const { db } = test.database;
      const stranger = await test.signIn(`other-mover-${people}`);
      await addCards(CARDS);
      const addMoves = (person: SignedIn, count: number) =>
        sql<{
          id: number;
        }>`INSERT INTO card_operations (account_id, user_id, is_archived, card_ids, card_total, card_count, done_at)
        SELECT ${person.accountId}, ${person.userId}, true, '{}', 1, 1, now() FROM generate_series(1, ${count})
        RETURNING id`.execute(db);
      const { rows } = await addMoves(owner, 20);
      await sql`UPDATE cards SET moved_by_operation = ${rows[7]?.id} WHERE account_id = ${owner.accountId}`.execute(
        db,
      );
      await addMoves(stranger, MOVES_OF_OTHERS);
      await reckon();
      const touched = await rowsTouched(test.database, async () => {
        const { results } = await findOperations(db, owner.accountId, {});
        expect(results.filter(({ canTakeBack }) => canTakeBack)).toHaveLength(1);
      });
      expect(touched).toBeGreaterThanOrEqual(rows.length);
      expect(touched).toBeLessThan(rows.length * MOST_PER_MOVE);
    },
    300_000,
  );
});

/** What a person does: moves some of five cards, or takes the n-th of his moves back. */
const stepArbitrary = fc.oneof(
  fc.record({ cards: fc.uniqueArray(fc.nat(4), { minLength: 1 }), isArchived: fc.boolean() }),
  fc.record({ takesBack: fc.nat(5) }),
);

describe('the way back', () => {
  it('brings back exactly the cards that a move has moved last, whatever was moved in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 2, maxLength: 8 }), async (steps) => {
        people += 1;
        owner = await test.signIn(`mover-${people}`);
        const ids = await addCards(5);
        const cards = ids.map((id) => ({ id, isArchived: false, movedBy: 0 }));
        const moves: { id: number; isArchived: boolean; count: number; back: number | null }[] = [];
        for (const step of steps) {
          if ('cards' in step) {
            const chosen = step.cards.map((index) => ids[index] ?? 0);
            const { operationId, count } = await move(chosen, step.isArchived);
            const moved = cards.filter(
              (card) => chosen.includes(card.id) && card.isArchived !== step.isArchived,
            );
            for (const card of moved) Object.assign(card, { ...step, movedBy: operationId });
            expect(count).toBe(moved.length);
            moves.push({ id: operationId, isArchived: step.isArchived, count, back: null });
            continue;
          }
          const taken = moves[step.takesBack];
          if (!taken || taken.back !== null) continue;
          const { operationId } = await undo(taken.id);
          const back = cards.filter((card) => card.movedBy === taken.id);
          for (const card of back)
            Object.assign(card, { isArchived: !taken.isArchived, movedBy: operationId });
          taken.back = back.length;
        }
        const rows = await test.database.db
          .selectFrom('cards')
          .select(['id', 'state'])
          .where('account_id', '=', owner.accountId)
          .orderBy('id')
          .execute();
        expect(rows.map(({ state }) => state === 'ARCHIVED')).toEqual(
          cards.map(({ isArchived }) => isArchived),
        );
        const { results } = await findOperations(test.database.db, owner.accountId, {});
        const listed = moves.filter(({ count }) => count > 0).reverse();
        expect(
          results.map(({ id, count, canTakeBack, takenBack }) => ({ id, count, canTakeBack, takenBack })),
        ).toEqual(
          listed.map(({ id, count, back }) => ({
            id,
            count,
            canTakeBack: back === null && cards.some((card) => card.movedBy === id),
            takenBack:
              back === null
                ? null
                : expect.objectContaining({ count: back, movedSince: count - back, isDone: true }),
          })),
        );
      }),
      { numRuns: 20 },
    );
    // Some two hundred moves, each of several transactions.
  }, 300_000);
});
