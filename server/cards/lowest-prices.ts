import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The lowest prices of cards that have one, by card. */
export async function findLowestPrices(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, number>> {
  if (cardIds.length === 0 || !(await hasFloors(db, accountId))) return new Map();
  const { rows } = await sql<{ cardId: number; lowestKopecks: number | null }>`
    SELECT floor.card_id AS "cardId",
      lowest_price(floor.floor_kopecks, floor.over_cost_basis_points, cards.cost_price_kopecks) AS "lowestKopecks"
    FROM price_floors floor JOIN cards ON cards.id = floor.card_id AND cards.account_id = ${accountId}
    WHERE floor.account_id = ${accountId} AND floor.card_id = any(${[...cardIds]}::bigint[])`.execute(db);
  return new Map(
    rows.flatMap(({ cardId, lowestKopecks }) => (lowestKopecks === null ? [] : [[cardId, lowestKopecks]])),
  );
}

/** Most accounts have none, and each batch of a long work asks. */
async function hasFloors(db: Db, accountId: number): Promise<boolean> {
  const some = await db
    .selectFrom('price_floors')
    .select('card_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return some !== undefined;
}
