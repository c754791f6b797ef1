import { sql } from 'kysely';
import type { EditedFacts } from '#contract/bulk-rows.ts';
import type { Trx } from '#server/db/database.ts';
import type { Author } from './card-writes.ts';
import type { FactsChange } from './change-many.ts';
import { followCosts } from './follow-costs.ts';

/**
 * Says what pieces cost at their places, or takes it back, of those cards of which everything that is named is still said as
 * before; the cards follow. Resolves with the ids of these cards.
 */
export async function changeCostsOfMany(
  trx: Trx,
  { accountId, userId }: Author,
  changes: readonly FactsChange[],
): Promise<number[]> {
  // In one order, as everybody who changes several.
  const locked = await trx
    .selectFrom('cards')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${changes.map(({ cardId }) => cardId)}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const there = new Set(locked.map(({ id }) => id));
  const known = changes.filter(({ cardId }) => there.has(cardId));
  const otherwise = await findSaidOtherwise(trx, accountId, known);
  const asSeen = known.filter(({ cardId }) => !otherwise.has(cardId));
  await sayCosts(trx, { accountId, userId }, asSeen);
  const cardIds = asSeen.map(({ cardId }) => cardId);
  await followCosts(trx, accountId, cardIds, userId);
  return cardIds;
}

/** As rows; what is said of a shop that is gone meanwhile is told by its absence. */
const rowsOf = (facts: readonly { cardId: number; facts: EditedFacts }[]) => {
  const rows = facts.flatMap(({ cardId, facts: { costs = [] } }) =>
    costs.map((cost) => ({ cardId, ...cost, from: cost.from ?? '-infinity' })),
  );
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS said("cardId" bigint, "from" date,
    "shopId" bigint, "techSize" text, "costPriceKopecks" bigint, "isOwn" boolean)`;
};

async function findSaidOtherwise(
  trx: Trx,
  accountId: number,
  changes: readonly FactsChange[],
): Promise<Set<number>> {
  const seen = rowsOf(changes.map(({ cardId, before }) => ({ cardId, facts: before })));
  const { rows } = await sql<{ cardId: number }>`
    SELECT DISTINCT said."cardId" FROM ${seen}
    LEFT JOIN card_costs cost ON cost.account_id = ${accountId} AND cost.card_id = said."cardId"
      AND cost.shop_id IS NOT DISTINCT FROM said."shopId"
      AND cost.tech_size IS NOT DISTINCT FROM said."techSize" AND cost.from_day = said."from"
    WHERE (cost.id IS NOT NULL) <> said."isOwn" OR cost.cost_kopecks IS DISTINCT FROM said."costPriceKopecks"
      OR said."shopId" IS NOT NULL
        AND NOT EXISTS (SELECT FROM shops WHERE account_id = ${accountId} AND id = said."shopId")`.execute(
    trx,
  );
  return new Set(rows.map(({ cardId }) => cardId));
}

async function sayCosts(
  trx: Trx,
  { accountId, userId }: Author,
  changes: readonly FactsChange[],
): Promise<void> {
  const wanted = rowsOf(changes.map(({ cardId, after }) => ({ cardId, facts: after })));
  await sql`
    DELETE FROM card_costs USING ${wanted}
    WHERE card_costs.account_id = ${accountId} AND card_costs.card_id = said."cardId"
      AND card_costs.shop_id IS NOT DISTINCT FROM said."shopId"
      AND card_costs.tech_size IS NOT DISTINCT FROM said."techSize"
      AND card_costs.from_day = said."from" AND NOT said."isOwn"`.execute(trx);
  await sql`
    INSERT INTO card_costs (account_id, card_id, shop_id, tech_size, from_day, cost_kopecks, user_id)
    SELECT ${accountId}, said."cardId", said."shopId", said."techSize", said."from", said."costPriceKopecks", ${userId}
    FROM ${wanted} WHERE said."isOwn"
    ORDER BY said."cardId", said."shopId", said."techSize", said."from"
    ON CONFLICT (account_id, card_id, shop_id, tech_size, from_day) DO UPDATE
      SET cost_kopecks = excluded.cost_kopecks, user_id = excluded.user_id, changed_at = excluded.changed_at`.execute(
    trx,
  );
}
