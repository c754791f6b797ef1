import { sql } from 'kysely';
import { isOfStocks } from '#contract/bulk-changes.ts';
import { replacedFields } from '#contract/bulk-rules.ts';
import type { WantedValues } from '#contract/bulk-table-rows.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';
import { isAmong } from '#server/db/is-among.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { findCardsToChange } from './cards-to-change.ts';
import { isOfRows } from './change-scope.ts';
import { changeCard } from './change-card.ts';
import { findNextIds, markPrepared, type EditAtWork } from './preparing.ts';
import { addUp, lockBulkEdit } from './repository.ts';
import { ownTextWarning, RAISED, unlistedWarning, type StoredWarning } from './stored-warnings.ts';
import { findLowestPrices } from '#server/cards/lowest-prices.ts';
import { heldByFloor, isOfPrices } from './held-by-floor.ts';
import { findOtherCards, hasSharedBarcode, heldByOther, type OtherCards } from './other-cards.ts';
import { createListReader, unlistedIn } from './unlisted-values.ts';
import { warningsOf } from './warnings.ts';

/** Of an edit's list, at a time. */
const IDS_PER_READ = 5000;

/**
 * Looks at the cards of the edit and keeps what would become of each, until all had their turn or `mayGoOn` says no. Resolves
 * with whether it is done.
 */
export async function prepareRows(
  database: Database,
  edit: EditAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const pace: Pace = {};
  const readLists = createListReader();
  for (;;) {
    const { cardIds, startsAt } = await findNextIds(database.db, edit, IDS_PER_READ);
    if (cardIds.length === 0) break;
    const indexes = cardIds.map((cardId, index) => ({ cardId, index: startsAt + index }));
    const prepare = (trx: Trx, batch: readonly CardAtIndex[]) => prepareBatch(trx, edit, batch, readLists);
    const done = await inBatches(database, indexes, prepare, { mayGoOn, pace });
    if (done < cardIds.length) return false;
  }
  await markPrepared(database.db, edit);
  return true;
}

interface CardAtIndex {
  cardId: number;
  index: number;
}

async function prepareBatch(
  trx: Trx,
  edit: EditAtWork,
  batch: readonly CardAtIndex[],
  readLists: ReturnType<typeof createListReader>,
): Promise<number> {
  const { accountId, editId } = edit;
  const locked = await lockBulkEdit(trx, accountId, editId);
  if (locked?.state !== 'PREPARING' || isOfStocks(locked.change)) return 0;
  const { change, prepared_count: preparedCount } = locked;
  // Another process may have taken some of them meanwhile.
  const left = batch.filter(({ index }) => index >= preparedCount);
  if (left.length === 0) return 0;
  const cardIds = left.map(({ cardId }) => cardId);
  const isByRow = isOfRows(change) || change.kind === 'COST_TABLE';
  const wanted = isByRow ? await findWantedValues(trx, edit, cardIds) : null;
  const cards = await findCardsToChange(trx, accountId, cardIds, change, [...(wanted?.values() ?? [])]);
  const asked = cards.map((card) => ({ card, changed: changeCard(card, change, wanted?.get(card.id)) }));
  const pricedIds = asked.filter(({ changed }) => isOfPrices(changed)).map(({ card }) => card.id);
  const lowest = await findLowestPrices(trx, accountId, pricedIds);
  const changes = asked.map(({ card, changed }) => ({
    card,
    changed: heldByFloor(card, changed, lowest.get(card.id)),
  }));
  const others = await findOtherCards(
    trx,
    accountId,
    changes.map(({ changed }) => changed),
  );
  const lists = await readLists(trx, changes);
  const rows = changes.flatMap(({ card, changed }) => {
    const held = heldByOther(card.id, changed, others);
    return rowOf(card, held, () => [
      ...remarksOf(card, held, others),
      ...unlistedIn(card, held, lists).map(unlistedWarning),
    ]);
  });
  if (rows.length > 0) {
    await sql`
      INSERT INTO bulk_edit_rows (edit_id, card_id, account_id, before, after, state, refusal, mend, warnings)
      SELECT ${editId}, "cardId", ${accountId}, before, after,
        CASE WHEN refusal IS NULL THEN 'READY' ELSE 'REFUSED' END, refusal, mend, warnings
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS row("cardId" bigint, before jsonb, after jsonb, refusal text, mend jsonb, warnings text[])`.execute(
      trx,
    );
  }
  const refused = rows.filter((row) => row.refusal !== null).length;
  await addUp(trx, edit, {
    prepared: left.length,
    READY: rows.length - refused,
    REFUSED: refused,
    warned: rows.filter((row) => row.warnings.length > 0).length,
  });
  return left.length;
}

/** By card; of a rule that is one for all, none. */
export async function findWantedValues(
  db: Db,
  { accountId, editId }: EditAtWork,
  cardIds: readonly number[],
): Promise<Map<number, WantedValues>> {
  const rows = await db
    .selectFrom('bulk_edit_values')
    .select(['card_id', 'wanted'])
    .where('account_id', '=', accountId)
    .where('edit_id', '=', editId)
    .where(isAmong(sql`card_id`, cardIds))
    .execute();
  return new Map(rows.map((row) => [row.card_id, row.wanted]));
}

/** None for a card that has the wanted values already. */
function rowOf({ id }: { id: number }, change: CardChange, warningsOfIt: () => StoredWarning[]) {
  if (change.refusal !== null) return [{ cardId: id, ...change, warnings: [] }];
  if (Object.keys(change.after).length === 0) return [];
  return [{ cardId: id, ...change, warnings: warningsOfIt() }];
}

/** A price that was raised to its floor stands among what there is to look at. */
function remarksOf(
  card: CardFacts & { id: number },
  change: CardChange,
  others: OtherCards,
): StoredWarning[] {
  const warnings: StoredWarning[] = warningsOf(card, change);
  if (hasSharedBarcode(card.id, change, others)) warnings.push('BARCODE_SHARED');
  const ownTexts = replacedFields.filter(
    (field) => change.after[field] !== undefined && card.ownTexts[field],
  );
  warnings.push(...ownTexts.map(ownTextWarning));
  return change.isRaised === true ? [RAISED, ...warnings] : warnings;
}
