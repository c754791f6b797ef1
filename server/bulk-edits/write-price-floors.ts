import { sql } from 'kysely';
import type { Trx } from '#server/db/database.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { FactsChange } from '#server/cards/change-many.ts';

/**
 * Writes the lowest prices of those cards that still have the one of `before`, and resolves with their ids. Nobody has edited
 * the card: its version stays.
 */
export async function writePriceFloors(
  trx: Trx,
  { accountId, userId }: Author,
  changes: readonly FactsChange[],
): Promise<number[]> {
  const rows = changes.map(({ cardId, before, after }) => ({
    cardId,
    seen: before.priceFloor,
    wanted: after.priceFloor,
  }));
  // A floor that is not there yet cannot be locked: whoever says one of many cards at once waits at the cards, in one order.
  await trx
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${rows.map(({ cardId }) => cardId)}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const { rows: asSeen } = await sql<{ cardId: number }>`
    SELECT cards.id AS "cardId"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS change("cardId" bigint, seen jsonb)
    JOIN cards ON cards.id = change."cardId" AND cards.account_id = ${accountId}
    LEFT JOIN price_floors floor ON floor.card_id = cards.id AND floor.account_id = ${accountId}
    WHERE cards.id = any(${rows.map(({ cardId }) => cardId)}::bigint[])
      AND floor.floor_kopecks IS NOT DISTINCT FROM (change.seen ->> 'floorKopecks')::bigint
      AND floor.over_cost_basis_points IS NOT DISTINCT FROM (change.seen ->> 'overCostBasisPoints')::int`.execute(
    trx,
  );
  const ids = new Set(asSeen.map(({ cardId }) => cardId));
  const written = rows.filter(({ cardId }) => ids.has(cardId));
  const said = sql`jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS said("cardId" bigint, wanted jsonb)`;
  // Not deleted: the history of a card says who has taken it away.
  await sql`
    UPDATE price_floors SET floor_kopecks = NULL, over_cost_basis_points = NULL, changed_by = ${userId}, changed_at = now()
    FROM ${said}
    WHERE price_floors.account_id = ${accountId} AND price_floors.card_id = said."cardId"
      AND said.wanted ->> 'floorKopecks' IS NULL AND said.wanted ->> 'overCostBasisPoints' IS NULL`.execute(
    trx,
  );
  await sql`
    INSERT INTO price_floors (card_id, account_id, floor_kopecks, over_cost_basis_points, changed_by)
    SELECT said."cardId", ${accountId}, (said.wanted ->> 'floorKopecks')::bigint,
      (said.wanted ->> 'overCostBasisPoints')::int, ${userId}
    FROM ${said}
    WHERE said.wanted ->> 'floorKopecks' IS NOT NULL OR said.wanted ->> 'overCostBasisPoints' IS NOT NULL
    ORDER BY said."cardId"
    ON CONFLICT (card_id) DO UPDATE SET floor_kopecks = excluded.floor_kopecks,
      over_cost_basis_points = excluded.over_cost_basis_points, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at
    WHERE price_floors.account_id = ${accountId}`.execute(trx);
  return [...ids];
}
