import { sql } from 'kysely';
import type { BulkChange } from '#contract/bulk-changes.ts';
import type { BulkEditState } from '#contract/bulk-edits.ts';
import type { BulkRowState, EditedFacts } from '#contract/bulk-rows.ts';
import type { Author } from '#server/cards/card-writes.ts';
import { changeCostsOfMany } from '#server/cards/costs-of-many.ts';
import { changeMany, type FactsChange } from '#server/cards/change-many.ts';
import { changeCardsAndOwnPrices, changeOwnPricesOfMany } from '#server/cards/own-prices-of-many.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';
import { isAmong } from '#server/db/is-among.ts';
import { giveBackHeld, type GivenBack } from './give-back-held.ts';
import type { EditAtWork } from './preparing.ts';
import { addUp, lockBulkEdit } from './repository.ts';
import { reversed } from './reversed.ts';
import { isOfPart } from './rolled-back-part.ts';
import { endWork } from './row-turns.ts';
import { writePriceFloors } from './write-price-floors.ts';

/** Others on the embedded database wait for a read, too. */
const IDS_PER_READ = 1000;

/** One direction of the work: which rows have their turn, and what becomes of them. A row's state is how far the work is. */
interface Direction {
  state: BulkEditState;
  from: BulkRowState;
  done: BulkRowState;
  /** Somebody has changed the card since. */
  spared: BulkRowState;
  changeOf: (row: { before: EditedFacts; after: EditedFacts }) => { before: EditedFacts; after: EditedFacts };
  /** Of a card that is spared, what nobody has changed is done all the same. Forwards, only what was seen as a whole is done. */
  isByField: boolean;
}

const FORWARD: Direction = {
  state: 'APPLYING',
  from: 'READY',
  done: 'APPLIED',
  spared: 'CHANGED_SINCE',
  changeOf: (row) => row,
  isByField: false,
};

const BACK: Direction = {
  state: 'ROLLING_BACK',
  from: 'APPLIED',
  done: 'ROLLED_BACK',
  spared: 'KEPT',
  changeOf: reversed,
  isByField: true,
};

export const applyRows = (database: Database, edit: EditAtWork, mayGoOn: () => boolean) =>
  workRows(database, edit, FORWARD, mayGoOn);

export const rollBackRows = (database: Database, edit: EditAtWork, mayGoOn: () => boolean) =>
  workRows(database, edit, BACK, mayGoOn);

/**
 * Takes the rows in batches, each a transaction of its own. Several may work at one edit, and one that dies leaves it to the
 * next: a row has its turn once. Resolves with whether it is done.
 */
async function workRows(
  database: Database,
  edit: EditAtWork,
  direction: Direction,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const pace: Pace = {};
  let afterId = 0;
  for (;;) {
    const cardIds = await findNextIds(database.db, edit, direction, afterId);
    // Once more from the beginning: what is left there, somebody else has let go.
    if (cardIds.length === 0 && afterId === 0) break;
    const done = await inBatches(database, cardIds, (trx, batch) => workBatch(trx, edit, direction, batch), {
      mayGoOn,
      pace,
    });
    if (done < cardIds.length) return false;
    afterId = cardIds.at(-1) ?? 0;
  }
  await endWork(database, edit, direction);
  return true;
}

/**
 * None when somebody has stopped the work. By the last id and not only by the state: the index keeps where the rows before stood until
 * it is cleaned, and each read would go through all of them.
 */
async function findNextIds(
  db: Db,
  { accountId, editId }: EditAtWork,
  direction: Direction,
  afterId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('bulk_edit_rows')
    .innerJoin('bulk_edits', 'bulk_edits.id', 'bulk_edit_rows.edit_id')
    .select('card_id')
    .where('bulk_edit_rows.account_id', '=', accountId)
    .where('bulk_edits.account_id', '=', accountId)
    .where('edit_id', '=', editId)
    .where('bulk_edits.state', '=', direction.state)
    .where('bulk_edit_rows.state', '=', direction.from)
    .where('card_id', '>', afterId)
    .where(isOfPart(accountId, editId))
    .orderBy('card_id')
    .limit(IDS_PER_READ)
    .execute();
  return rows.map((row) => row.card_id);
}

async function workBatch(
  trx: Trx,
  edit: EditAtWork,
  direction: Direction,
  cardIds: readonly number[],
): Promise<number> {
  const { accountId, userId, editId } = edit;
  const locked = await lockBulkEdit(trx, accountId, editId);
  if (locked?.state !== direction.state) return 0;
  const rows = await trx
    .selectFrom('bulk_edit_rows')
    .select(['card_id', 'before', 'after', 'has_warnings'])
    .where('account_id', '=', accountId)
    .where('edit_id', '=', editId)
    .where(isAmong(sql`card_id`, cardIds))
    .where('state', '=', direction.from)
    .execute();
  // Another worker has done them all meanwhile.
  if (rows.length === 0) return 0;
  const changes = rows.map((row) => ({ cardId: row.card_id, ...direction.changeOf(row) }));
  const writeSome = (some: readonly FactsChange[]) =>
    write(trx, { accountId, userId }, locked.change.kind, some);
  const changedIds = await writeSome(changes);
  const asSeen = new Set(changedIds);
  const others = changes.filter(({ cardId }) => !asSeen.has(cardId));
  const given = direction.isByField
    ? await giveBackHeld(trx, accountId, locked.change, others, writeSome)
    : [];
  await sql`
    UPDATE bulk_edit_rows
    SET state = CASE WHEN card_id = any(${changedIds}::bigint[]) THEN ${direction.done} ELSE ${direction.spared} END
    WHERE account_id = ${accountId} AND edit_id = ${editId}
      AND ${isAmong(
        sql`card_id`,
        rows.map((row) => row.card_id),
      )}`.execute(trx);
  await sayGivenBack(trx, edit, given);
  const doneCount = changedIds.length + given.filter(({ state }) => state === direction.done).length;
  await addUp(trx, edit, {
    [direction.from]: -rows.length,
    [direction.done]: doneCount,
    [direction.spared]: rows.length - doneCount,
    warned: direction.from === 'READY' ? -rows.filter((row) => row.has_warnings).length : 0,
  });
  return rows.length;
}

/** Over what is said of all rows of the batch alike. */
async function sayGivenBack(
  trx: Trx,
  { accountId, editId }: EditAtWork,
  given: readonly GivenBack[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`
    UPDATE bulk_edit_rows SET state = given.state, refusal = given.refusal, mend = given.mend
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS given("cardId" bigint, state text, refusal text, mend jsonb)
    WHERE account_id = ${accountId} AND edit_id = ${editId} AND card_id = given."cardId"
      AND card_id = any(${given.map(({ cardId }) => cardId)}::bigint[])`.execute(trx);
}

/** Where the values of the kind are kept. Resolves with the ids of the cards that were still as they had been. */
function write(
  trx: Trx,
  author: Author,
  kind: BulkChange['kind'],
  changes: readonly FactsChange[],
): Promise<number[]> {
  switch (kind) {
    case 'GRID':
    case 'GRID_WITH_DISCOUNTS':
      return changeCardsAndOwnPrices(trx, author, changes);
    case 'COST_TABLE':
      return changeCostsOfMany(trx, author, changes);
    case 'OWN_PRICES':
    case 'OWN_PRICES_OVER_COST':
      return changeOwnPricesOfMany(trx, author, changes);
    case 'PRICE_FLOOR':
      return writePriceFloors(trx, author, changes);
    default:
      return changeMany(trx, author, changes);
  }
}
