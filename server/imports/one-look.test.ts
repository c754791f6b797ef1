import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects } from '#tests/support/cards/fixtures.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';
import { goOnWithImportsJob } from './go-on.ts';

/** How often the rows of a table are written when it is looked at. */

let test: ShopTest;
let owner: SignedIn;

const HEAD = 'Артикул;Название;Предмет;Цена;Размер';
/** More than are read at first. */
const CARDS = 700;

beforeAll(async () => {
  test = await openShopTest();
  const { db } = test.database;
  await addTestSubjects(db);
  owner = await test.signIn('one-look');
  await sql`CREATE TABLE written_rows (line integer)`.execute(db);
  await sql`CREATE FUNCTION note_written_row() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO written_rows VALUES (new.line); RETURN NULL; END $$`.execute(db);
  await sql`CREATE TRIGGER note_written_row AFTER UPDATE ON import_rows
    FOR EACH ROW EXECUTE FUNCTION note_written_row()`.execute(db);
});
beforeEach(() => sql`TRUNCATE written_rows`.execute(test.database.db));
afterAll(() => test.close());

async function looked(lines: readonly string[]) {
  const { body } = await uploadTable(test, owner, '/cards/imports/', [HEAD, ...lines].join('\n'));
  const path = `/cards/imports/${body.id}/`;
  await test.call(owner, 'POST', `${path}checking/`, { body: { meanings: body.meanings } });
  const run = { signal: new AbortController().signal, attempt: 1 };
  await goOnWithImportsJob.handler({ importId: body.id }, test.deps, run);
  return (await test.call(owner, 'GET', path)).body;
}

/** Lines by how often they were written. */
async function writtenLines(): Promise<{ times: number; lines: number }[]> {
  const { rows } = await sql<{ times: number; lines: number }>`
    SELECT times, count(*)::int AS lines FROM (
      SELECT count(*)::int AS times FROM written_rows GROUP BY line) AS line
    GROUP BY times ORDER BY times`.execute(test.database.db);
  return rows;
}

const numbers = Array.from({ length: CARDS }, (_, index) => index);

it('each row is written once, also of a card that has several one below the other', async () => {
  const lines = numbers.map((n) => `A-${n};Кружка;Кружки;100;S`);
  const sizes = ['M', 'L', 'XL'].map((size) => `A-9999;Кружка;Кружки;100;${size}`);
  const made = await looked([...lines, ...sizes]);
  expect(made).toMatchObject({
    state: 'READY',
    checked_count: CARDS + 3,
    counts: { fresh: CARDS + 1, refused: 0 },
  });
  expect(await writtenLines()).toEqual([{ times: 1, lines: CARDS + 3 }]);
});

it('rows of cards whose first is further above are written once more, and so are those that were together', async () => {
  const lines = numbers.map((n) => `B-${n};Кружка;Кружки;100;S`);
  // One says nothing new, one another title: it is refused whole.
  const made = await looked([...lines, 'B-1;;;;M', 'B-0;Чашка;;;M', 'B-2;;;;M']);
  expect(made).toMatchObject({
    state: 'READY',
    checked_count: CARDS + 3,
    refused_card_count: 1,
    counts: { fresh: CARDS - 1, refused: 2 },
  });
  expect(await writtenLines()).toEqual([
    { times: 1, lines: CARDS - 3 },
    { times: 2, lines: 6 },
  ]);
});

it('a card whose rows stand on both sides of where a part ends is one card', async () => {
  const lines = numbers.map((n) => `C-${Math.floor(n / 7)};Кружка;Кружки;100;${40 + (n % 7)}`);
  const made = await looked(lines);
  expect(made).toMatchObject({ state: 'READY', checked_count: CARDS, counts: { fresh: 100, refused: 0 } });
  const written = await writtenLines();
  // The first 250 lines are read at once: 7 × 35 is 245, and the next card goes on in another part.
  expect(written).toEqual([
    { times: 1, lines: CARDS - 7 },
    { times: 2, lines: 7 },
  ]);
});
