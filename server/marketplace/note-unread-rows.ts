import { sql } from 'kysely';
import type { UnreadKind } from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import type { UnreadRow } from './report-rows.ts';

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
