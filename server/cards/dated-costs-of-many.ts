import { sql } from 'kysely';
import type { EditedFacts } from '#contract/bulk-rows.ts';
import type { Trx } from '#server/db/database.ts';
import type { Author } from './card-writes.ts';
import { followCosts } from './follow-costs.ts';

interface DatedChange {
  cardId: number;
  before: EditedFacts;
  after: EditedFacts;
}

/** Of cards that are locked, those whose cost on the day of the change is not what it was. */
export async function findOtherCosts(
  trx: Trx,
  accountId: number,
  changes: readonly DatedChange[],
): Promise<Set<number>> {
  const seen = changes.flatMap(({ cardId, before: { datedCost } }) =>
    datedCost ? [{ cardId, ...datedCost }] : [],
  );
  if (seen.length === 0) return new Set();
  const { rows } = await sql<{ cardId: number }>`
    SELECT seen."cardId"
    FROM jsonb_to_recordset(${JSON.stringify(seen)}::jsonb)
      AS seen("cardId" bigint, "from" date, "costPriceKopecks" bigint, "isOwn" boolean)
    LEFT JOIN LATERAL (
      SELECT cost.cost_kopecks, cost.from_day FROM card_costs cost
      WHERE cost.account_id = ${accountId} AND cost.card_id = seen."cardId"
        AND cost.shop_id IS NULL AND cost.tech_size IS NULL AND cost.from_day <= seen."from"
      ORDER BY cost.from_day DESC LIMIT 1
    ) valid ON true
    WHERE valid.cost_kopecks IS DISTINCT FROM seen."costPriceKopecks"
      OR (valid.from_day = seen."from") IS TRUE <> seen."isOwn"`.execute(trx);
  return new Set(rows.map((row) => row.cardId));
}

/** Says the costs of the days, or takes back what was said of them; the cards follow. */
export async function writeDatedCosts(
  trx: Trx,
  { accountId, userId }: Author,
  changes: readonly DatedChange[],
): Promise<void> {
  const said = changes.flatMap(({ cardId, after: { datedCost } }) =>
    datedCost ? [{ cardId, ...datedCost }] : [],
  );
  if (said.length === 0) return;
  const rows = sql`jsonb_to_recordset(${JSON.stringify(said)}::jsonb)
    AS said("cardId" bigint, "from" date, "costPriceKopecks" bigint, "isOwn" boolean)`;
  await sql`
    DELETE FROM card_costs USING ${rows}
    WHERE card_costs.account_id = ${accountId} AND card_costs.card_id = said."cardId"
      AND card_costs.shop_id IS NULL AND card_costs.tech_size IS NULL
      AND card_costs.from_day = said."from" AND NOT said."isOwn"`.execute(trx);
  await sql`
    INSERT INTO card_costs (account_id, card_id, from_day, cost_kopecks, user_id)
    SELECT ${accountId}, said."cardId", said."from", said."costPriceKopecks", ${userId}
    FROM ${rows} WHERE said."isOwn" ORDER BY said."cardId"
    ON CONFLICT (account_id, card_id, shop_id, tech_size, from_day) DO UPDATE
      SET cost_kopecks = excluded.cost_kopecks, user_id = excluded.user_id, changed_at = excluded.changed_at`.execute(
    trx,
  );
  await followCosts(
    trx,
    accountId,
    said.map(({ cardId }) => cardId),
    userId,
  );
}
