import { sql } from 'kysely';
import { unreadKinds, type UnreadKind } from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import type { UnreadRow } from '#server/marketplace/report-rows.ts';
import type { Period } from './moscow-days.ts';

/** What a page brought: rows that could not be read, and the keys of those that could. */
export interface ReadPage {
  kind: UnreadKind | 'cards';
  unread: readonly UnreadRow[];
  readKeys: readonly string[];
}

/** Remembers what a page brought that could not be read, and forgets what now could. */
export async function noteUnreadRows(
  db: Db,
  accountId: number,
  shopId: number,
  { kind, unread, readKeys }: ReadPage,
): Promise<void> {
  await sql`
    delete from unread_rows
    where account_id = ${accountId} and shop_id = ${shopId} and kind = ${kind}
      and row_key = any(${[...readKeys]}::text[])`.execute(db);
  if (unread.length === 0) return;
  // One statement may not touch a row twice; the later mention wins.
  const unique = [...new Map(unread.map((row) => [row.key, row])).values()];
  await sql`
    insert into unread_rows (shop_id, account_id, kind, row_key, day, detail)
    select ${shopId}, ${accountId}, ${kind}, key, day, detail
    from jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as incoming (key text, day date, detail text)
    on conflict (shop_id, kind, row_key) do update
      set day = excluded.day, detail = excluded.detail, looked_at = now()
    where unread_rows.account_id = ${accountId}`.execute(db);
}

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
