import { sql } from 'kysely';
import { unreadKinds, type UnreadKind } from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import type { Period } from './moscow-days.ts';

/** How many are told one by one. */
const SHOWN_ROWS = 5;

export interface UnreadRows {
  shopId: number;
  shopName: string;
  kind: UnreadKind;
  count: number;
  /** Some of them: «№ 123: forPay «1,2,3»». */
  rows: string[];
}

/** Rows of shops that are in no sum of some periods, or may be: the day of some is not known. */
export async function findUnreadRows(
  db: Db,
  accountId: number,
  shopIds: readonly number[],
  periods: readonly Period[],
): Promise<UnreadRows[]> {
  const within = periods.map(({ from, to }) => sql`unread.day between ${from} and ${to}`);
  const result = await sql<UnreadRows>`
    select shop.id as "shopId", shop.name as "shopName", unread.kind, count(*) as count,
      (array_agg(
        case when unread.row_key like '#%' then unread.detail else '№ ' || unread.row_key || ': ' || unread.detail end
        order by unread.day nulls first, unread.row_key
      ))[1:${sql.lit(SHOWN_ROWS)}] as rows
    from unread_rows unread join shops shop on shop.id = unread.shop_id
    where unread.account_id = ${accountId} and shop.account_id = ${accountId}
      and unread.shop_id = any(${[...shopIds]}::bigint[]) and unread.kind = any(${[...unreadKinds]}::text[])
      and (${sql.join([sql`unread.day is null`, ...within], sql` or `)})
    group by shop.id, shop.name, unread.kind
    order by shop.id, unread.kind`.execute(db);
  return result.rows;
}
