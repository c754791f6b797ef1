import { sql } from 'kysely';
import type { Shop } from '#contract/shops.ts';
import type { Db } from '#server/db/database.ts';
import { touchedBy } from '#server/marketplace/touched-by-misfit.ts';

type Troubles = Pick<Shop, 'misfits' | 'unreadCards'>;

/** How many cards are told one by one. */
const SHOWN_CARDS = 5;

/** What the marketplace answers otherwise than documented, by shop. */
export async function findShopTroubles(db: Db, accountId: number): Promise<(shopId: number) => Troubles> {
  const misfits = await db
    .selectFrom('response_misfits')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('first_seen_at')
    .orderBy('operation')
    .execute();
  const { rows: unread } = await sql<{ shop_id: number; count: number; rows: string[] }>`
    SELECT shop_id, count(*)::int AS count,
      (array_agg(CASE WHEN row_key LIKE '#%' THEN detail ELSE '№ ' || row_key || ': ' || detail END
        ORDER BY row_key))[1:${sql.lit(SHOWN_CARDS)}] AS rows
    FROM unread_rows WHERE account_id = ${accountId} AND kind = 'cards' GROUP BY shop_id`.execute(db);
  return (shopId) => ({
    misfits: misfits
      .filter((misfit) => misfit.shop_id === shopId)
      .map((misfit) => ({
        operation: misfit.operation,
        path: misfit.path,
        touches: touchedBy(misfit.operation),
        firstSeenAt: misfit.first_seen_at.toISOString(),
        lastSeenAt: misfit.last_seen_at.toISOString(),
        count: misfit.misfit_count,
      })),
    unreadCards: {
      count: unread.find((one) => one.shop_id === shopId)?.count ?? 0,
      rows: unread.find((one) => one.shop_id === shopId)?.rows ?? [],
    },
  });
}
