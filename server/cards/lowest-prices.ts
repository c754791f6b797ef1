import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { isAmong } from '#server/db/is-among.ts';

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
    -- By its number before the account: of one that has just been filled the database would read all floors for each of its cards.
    FROM price_floors floor CROSS JOIN LATERAL (
      SELECT account_id, cost_price_kopecks FROM cards WHERE id = floor.card_id OFFSET 0
    ) cards
    WHERE floor.account_id = ${accountId} AND cards.account_id = ${accountId}
      AND ${isAmong(sql`floor.card_id`, cardIds)}`.execute(db);
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
    // One that was taken away stays as a row that says neither.
    .where((eb) => eb.or([eb('floor_kopecks', 'is not', null), eb('over_cost_basis_points', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return some !== undefined;
}
