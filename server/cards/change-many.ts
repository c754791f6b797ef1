import { sql } from 'kysely';
import type { EditedFacts } from '#contract/bulk-edits.ts';
import type { Trx } from '#server/db/database.ts';
import type { Author } from './card-writes.ts';
import { refreshCardSummary } from './card-summary.ts';
import { isUnsent } from './unsent-changes.ts';

/** One card: only if it still is as it was. */
export interface FactsChange {
  cardId: number;
  before: EditedFacts;
  after: EditedFacts;
}

/**
 * Writes the wanted values into those cards that still have all values of `before`, and resolves with their ids: what somebody
 * has changed since is left alone.
 */
export async function changeMany(
  trx: Trx,
  { accountId, userId }: Author,
  changes: readonly FactsChange[],
): Promise<number[]> {
  // In one order, as everybody who changes several.
  await trx
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${changes.map(({ cardId }) => cardId)}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql<{ id: number }>`
    WITH wanted AS MATERIALIZED (
      SELECT cards.id, jsonb_populate_record(cards, change.columns) AS card
      FROM jsonb_to_recordset(${JSON.stringify(changes.map(asColumns))}::jsonb)
        AS change("cardId" bigint, before jsonb, columns jsonb)
      JOIN cards ON cards.id = change."cardId"
      WHERE cards.account_id = ${accountId} AND jsonb_build_object(
        'priceKopecks', cards.price_kopecks, 'discount', cards.discount, 'clubDiscount', cards.club_discount,
        'costPriceKopecks', cards.cost_price_kopecks, 'title', cards.title, 'description', cards.description) @> change.before
    )
    UPDATE cards SET
      price_kopecks = (wanted.card).price_kopecks, discount = (wanted.card).discount,
      club_discount = (wanted.card).club_discount, cost_price_kopecks = (wanted.card).cost_price_kopecks, title = (wanted.card).title,
      description = (wanted.card).description,
      -- Here and not after: a row that is written twice is put into every index twice.
      has_unsent_changes = ${isUnsent(sql`wanted.id`, sql`wanted.card`)},
      version = version + 1, updated_at = now(), updated_by = ${userId}
    FROM wanted
    WHERE cards.id = wanted.id AND cards.account_id = ${accountId}
    RETURNING cards.id`.execute(trx);
  const ids = rows.map((row) => row.id);
  const areNamed = changes.some(({ after }) => after.title !== undefined);
  // The rest of the summary does not come from what was changed.
  if (areNamed) await refreshCardSummary(trx, accountId, ids);
  return ids;
}

/** Values that are not there stay as they are. */
function asColumns({ cardId, before, after }: FactsChange) {
  const { priceKopecks, discount, clubDiscount, costPriceKopecks, title, description } = after;
  return {
    cardId,
    before,
    columns: {
      price_kopecks: priceKopecks,
      discount,
      club_discount: clubDiscount,
      cost_price_kopecks: costPriceKopecks,
      title,
      description,
    },
  };
}
