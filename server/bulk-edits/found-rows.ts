import { sql, type ExpressionBuilder } from 'kysely';
import type { FoundRows } from '#contract/bulk-edits.ts';
import type { BulkEditRow, BulkRowState, Mend } from '#contract/bulk-rows.ts';
import { isFoundBy } from '#server/cards/card-filter.ts';
import type { Database, Db } from '#server/db/database.ts';
import { letOthersGo } from '#server/db/in-batches.ts';
import type { Tables } from '#server/db/schema.ts';
import { toldOf } from './stored-warnings.ts';

/** Every function here reads the rows of one account's edit. */

const ROWS_PER_PAGE = 100;
/** Descriptions are wide. */
const ROWS_PER_EXPORTED_PART = 200;
/** Others on the embedded database wait for a read, too. */
const IDS_PER_READ = 1000;

const ROLL_BACK_AGAIN: Mend = {
  advice: 'Добавьте в магазине рабочий токен и откатите ещё раз',
  field: null,
};

interface RowsWanted extends FoundRows {
  /** None: of any. */
  states: readonly BulkRowState[];
}

interface RowsPart extends RowsWanted {
  /** Those up to this card were shown before; 0 begins. */
  afterId: number;
}

/** A part of the rows, by card id. The title is the card's of now, and so is what a search finds. */
export async function findRows(
  db: Db,
  accountId: number,
  editId: number,
  { afterId, ...wanted }: RowsPart,
): Promise<{ results: BulkEditRow[]; count: number | null; nextAfterId: number | null }> {
  const rows = await readRows(db, accountId, editId, wanted, { afterId, limit: ROWS_PER_PAGE + 1 });
  const results = rows.slice(0, ROWS_PER_PAGE);
  const nextAfterId = rows.length > ROWS_PER_PAGE ? (results.at(-1)?.cardId ?? null) : null;
  if (afterId > 0) return { results, count: null, nextAfterId };
  // One part that is all of them needs no counting.
  const count = nextAfterId === null ? rows.length : await countRows(db, accountId, editId, wanted);
  return { results, count, nextAfterId };
}

/**
 * All of an edit's rows that a search finds, by card id, read as they are asked for: who asks meanwhile is not made to wait for a part at each
 * of his questions.
 */
export async function* everyRow(
  database: Database,
  accountId: number,
  editId: number,
  search: string | undefined,
): AsyncGenerator<BulkEditRow> {
  const wanted = { states: [], search };
  for (let afterId = 0; ;) {
    const rows = await readRows(database.db, accountId, editId, wanted, {
      afterId,
      limit: ROWS_PER_EXPORTED_PART,
    });
    yield* rows;
    if (rows.length < ROWS_PER_EXPORTED_PART) return;
    afterId = rows.at(-1)?.cardId ?? 0;
    await letOthersGo(database);
  }
}

/** Which rows these are first, and then their cards: the database would look up the cards of all rows of a new edit to show a hundred. */
async function readRows(
  db: Db,
  accountId: number,
  editId: number,
  wanted: RowsWanted,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<BulkEditRow[]> {
  const part = db
    .selectFrom('bulk_edit_rows')
    .select(['card_id', 'before', 'after', 'state', 'refusal', 'mend', 'held_up', 'warnings'])
    .where((eb) => areWanted(eb, accountId, editId, wanted))
    .where('card_id', '>', afterId)
    .orderBy('card_id')
    .limit(limit)
    .as('part');
  const rows = await db
    .selectFrom(part)
    // By its number before the account: of one that has just been filled the database would read all cards for each row.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('cards')
          .select(['account_id', 'vendor_code', 'title'])
          .whereRef('id', '=', 'part.card_id')
          .offset(0)
          .as('card'),
      (join) => join.on('card.account_id', '=', accountId),
    )
    .select((eb) => [
      'card_id as cardId',
      eb.fn.coalesce('card.vendor_code', eb.val('')).as('vendorCode'),
      eb.fn.coalesce('card.title', eb.val('')).as('title'),
      'before',
      'after',
      'part.state',
      'refusal',
      'mend',
      'held_up as heldUp',
      'warnings',
    ])
    .orderBy('card_id')
    .execute();
  return rows.map(({ warnings, heldUp, ...row }) => ({
    ...row,
    ...toldOf(warnings),
    ...(heldUp !== null && { refusal: heldUp, mend: ROLL_BACK_AGAIN }),
  }));
}

async function countRows(db: Db, accountId: number, editId: number, wanted: RowsWanted): Promise<number> {
  const { count } = await db
    .selectFrom('bulk_edit_rows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => areWanted(eb, accountId, editId, wanted))
    .executeTakeFirstOrThrow();
  return count;
}

/** The cards of all wanted rows, ascending. */
export async function findRowIds(
  db: Db,
  accountId: number,
  editId: number,
  wanted: RowsWanted,
): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const rows = await db
      .selectFrom('bulk_edit_rows')
      .select('card_id')
      .where((eb) => areWanted(eb, accountId, editId, wanted))
      .where('card_id', '>', ids.at(-1) ?? 0)
      .orderBy('card_id')
      .limit(IDS_PER_READ)
      .execute();
    ids.push(...rows.map((row) => row.card_id));
    if (rows.length < IDS_PER_READ) return ids;
  }
}

function areWanted(
  eb: ExpressionBuilder<Tables, 'bulk_edit_rows'>,
  accountId: number,
  editId: number,
  { states, isWarned, search, lot }: RowsWanted,
) {
  const conditions = [
    eb('bulk_edit_rows.account_id', '=', accountId),
    eb('bulk_edit_rows.edit_id', '=', editId),
  ];
  if (states.length > 0)
    conditions.push(eb('bulk_edit_rows.state', '=', sql<BulkRowState>`any(${[...states]}::text[])`));
  if (isWarned) conditions.push(eb('has_warnings', '=', true));
  if (lot !== undefined) conditions.push(eb('lot', '=', lot));
  const isFound = isFoundBy(sql.ref('bulk_edit_rows.card_id'), accountId, { search });
  return eb.and(isFound ? [...conditions, isFound] : conditions);
}
