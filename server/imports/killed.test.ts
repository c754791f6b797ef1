import { afterAll, beforeAll, expect, it } from 'vitest';
import { goOnWithBulkEditsJob } from '#server/bulk-edits/go-on.ts';
import type { Database } from '#server/db/database.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects } from '#tests/support/cards/fixtures.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';
import { goOnWithImportsJob } from './go-on.ts';

let test: ShopTest;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
afterAll(() => test.close());

const run = { signal: new AbortController().signal, attempt: 1 };
const NEW = 90;
const ROWS = NEW + 64;
const HEAD = 'Артикул;Название;Предмет;Цена';
const FOUND = { fresh: NEW, created: 0, changed: 30, same: 30, refused: 3 };

/** A table of new cards, of cards that there are, and of rows that are refused; nothing of it was looked at yet. */
async function begun(login: string): Promise<{ owner: SignedIn; importId: number }> {
  const owner = await test.signIn(login);
  const known = Array.from({ length: 60 }, (_, index) => `OLD-${index};Кружка;Кружки;10`);
  const before = await uploadTable(test, owner, '/cards/imports/', [HEAD, ...known].join('\n'));
  await work(owner, before.body.id, 'CHECKING');
  await goOn(before.body.id);
  await work(owner, before.body.id, 'CREATING');
  await goOn(before.body.id);
  const fresh = Array.from({ length: NEW }, (_, index) => `NEW-${index};Кружка;Кружки;10`);
  const changed = known.map((row, index) => (index % 2 === 0 ? row : row.replace(';10', ';20')));
  // Of a card that began far above.
  const apart = 'NEW-0;;;';
  const refused = ['BAD;Кружка;Кружки;дорого', 'TWICE;Кружка;Кружки;10', 'twice;Кружка;Кружки;10'];
  const lines = [HEAD, ...fresh, ...changed, ...refused, apart].join('\n');
  const { body } = await uploadTable(test, owner, '/cards/imports/', lines);
  await work(owner, body.id, 'CHECKING');
  return { owner, importId: body.id };
}

/** As a person asks for it, whose answer nobody has waited for. */
async function work(owner: SignedIn, importId: number, state: 'CHECKING' | 'CREATING'): Promise<void> {
  await test.database.db
    .updateTable('imports')
    .set({ state })
    .where('account_id', '=', owner.accountId)
    .where('id', '=', importId)
    .execute();
}

const goOn = (importId: number, database: Database = test.database) =>
  goOnWithImportsJob.handler({ importId }, { ...test.deps, database }, run);

const MOMENTS = ['before', 'within', 'after'] as const;
class Killed extends Error {}

/** A process that ends at its nth transaction: before it begins, when all is written but not kept, or right after it is. */
function dyingAt(turn: number, moment: (typeof MOMENTS)[number]): Database {
  let turns = 0;
  return {
    ...test.database,
    transaction: async (act) => {
      turns += 1;
      if (turns !== turn) return await test.database.transaction(act);
      if (moment === 'before') throw new Killed();
      const result = await test.database.transaction(async (trx) => {
        const done = await act(trx);
        if (moment === 'within') throw new Killed();
        return done;
      });
      if (moment === 'after') throw new Killed();
      return result;
    },
  };
}

/** Life after life, each a transaction longer, until nothing is left. Resolves with how many there were. */
async function throughDeaths(importId: number, moment: (typeof MOMENTS)[number]): Promise<number> {
  for (let life = 1; ; life += 1) {
    try {
      await goOn(importId, dyingAt(life, moment));
      return life;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}

const tableOf = async (owner: SignedIn, importId: number) =>
  (await test.call(owner, 'GET', `/cards/imports/${importId}/`)).body;
const codesOf = async (owner: SignedIn) =>
  (
    await test.database.db
      .selectFrom('cards')
      .select('vendor_code')
      .where('account_id', '=', owner.accountId)
      .execute()
  ).map((card) => card.vendor_code);

it.each(MOMENTS)(
  'a table whose process dies %s any of its steps is looked at and made once',
  async (moment) => {
    const { owner, importId } = await begun(`killed-${moment}`);
    expect(await throughDeaths(importId, moment)).toBeGreaterThan(2);
    const seen = await tableOf(owner, importId);
    expect(seen).toMatchObject({ state: 'READY', checked_count: ROWS, counts: FOUND });
    await goOnWithBulkEditsJob.handler({ editId: seen.edit_id }, test.deps, run);
    const edit = (await test.call(owner, 'GET', `/cards/bulk-edits/${seen.edit_id}/`)).body;
    expect(edit).toMatchObject({ state: 'READY', card_total: 30, counts: { ready: 30 } });

    await work(owner, importId, 'CREATING');
    expect(await throughDeaths(importId, moment)).toBeGreaterThan(1);
    expect(await tableOf(owner, importId)).toMatchObject({
      state: 'CREATED',
      counts: { ...FOUND, fresh: 0, created: NEW },
    });
    const codes = await codesOf(owner);
    expect([codes.length, new Set(codes).size]).toEqual([60 + NEW, 60 + NEW]);
  },
);

it('two processes at one table look at each row once, and make each card once', async () => {
  const { owner, importId } = await begun('two-at-once');
  await Promise.all([goOn(importId), goOn(importId), goOn(importId)]);
  expect(await tableOf(owner, importId)).toMatchObject({
    state: 'READY',
    checked_count: ROWS,
    counts: FOUND,
  });
  await work(owner, importId, 'CREATING');
  await Promise.all([goOn(importId), goOn(importId), goOn(importId)]);
  expect(await tableOf(owner, importId)).toMatchObject({ state: 'CREATED', counts: { created: NEW } });
  expect(await codesOf(owner)).toHaveLength(60 + NEW);
});

/** Before its nth transaction the columns are named once more, the same as before: all is looked at again. */
function namedAnewAt(turn: number, importId: number): { database: Database; isOver: () => boolean } {
  let turns = 0;
  const database: Database = {
    ...test.database,
    transaction: async (act) => {
      turns += 1;
      if (turns === turn) {
        await test.database.db
          .updateTable('imports')
          .set({ named_line: 0, checked_line: 0, checked_count: 0, refused_count: 0, refused_card_count: 0 })
          .set({ fresh_count: 0, changed_count: 0, same_count: 0 })
          .where('id', '=', importId)
          .execute();
      }
      return await test.database.transaction(act);
    },
  };
  return { database, isOver: () => turns < turn };
}

it('a table whose columns are named again in the middle of a look is looked at from its first row', async () => {
  for (let turn = 1; ; turn += 1) {
    const { owner, importId } = await begun(`named-anew-${turn}`);
    const { database, isOver } = namedAnewAt(turn, importId);
    await goOn(importId, database);
    await goOn(importId);
    const seen = await tableOf(owner, importId);
    expect(seen).toMatchObject({ state: 'READY', checked_count: ROWS, counts: FOUND });
    if (isOver()) break;
    expect(turn).toBeLessThan(50);
  }
});

/** As they end all sessions of theirs. */
async function signOut(owner: SignedIn): Promise<void> {
  const sessions = await test.call(owner, 'GET', '/users/sessions/');
  for (const { id } of [...sessions.body].sort((one: { is_current: boolean }) => (one.is_current ? 1 : -1))) {
    expect((await test.call(owner, 'DELETE', `/users/sessions/${id}/`)).status).toBe(204);
  }
  expect((await test.call(owner, 'GET', '/users/me/')).status).toBe(401);
}

it('a table goes on when every session of its person has ended, while it is looked at and while its cards are made', async () => {
  const { owner, importId } = await begun('signed-out');
  await expect(goOn(importId, dyingAt(2, 'before'))).rejects.toThrow(Killed);
  const half = await tableOf(owner, importId);
  expect(half.state).toBe('CHECKING');
  expect(half.checked_count).toBeGreaterThan(0);
  expect(half.checked_count).toBeLessThan(ROWS);
  await signOut(owner);
  await goOn(importId);
  const again = await test.signIn('signed-out');
  expect(await tableOf(again, importId)).toMatchObject({
    state: 'READY',
    checked_count: ROWS,
    counts: FOUND,
  });

  await work(again, importId, 'CREATING');
  // Of one batch nothing is half: another process has it made, and dies before it says that all is done.
  await expect(goOn(importId, dyingAt(test.database.kind === 'embedded' ? 2 : 1, 'after'))).rejects.toThrow(
    Killed,
  );
  expect((await tableOf(again, importId)).state).toBe('CREATING');
  await signOut(again);
  await goOn(importId);
  const last = await test.signIn('signed-out');
  expect(await tableOf(last, importId)).toMatchObject({ state: 'CREATED', counts: { created: NEW } });
  const codes = await codesOf(last);
  expect([codes.length, new Set(codes).size]).toEqual([60 + NEW, 60 + NEW]);
});
