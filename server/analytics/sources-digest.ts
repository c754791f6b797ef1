import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { staleDays } from './day-lines.ts';
import type { Period } from './moscow-days.ts';

/**
 * What the profit of cards is counted from, as one short text: two that are equal were taken of the same sources (decision 060). null
 * while a mark names one of the days: nothing is known of it before it is summed again.
 *
 * Rows of sales and reports, costs and listings are told by the versions of the days that they touch; what no day knows of — taxpayers,
 * own costs, the goods of shops that sold none — by what it says. Days are those that taxes are counted from, of every shop: a
 * cost of all shops falls on each by what the others have sold.
 */
export async function digestOfSources(
  db: Db,
  accountId: number,
  { days, spareShopIds }: { days: Period; spareShopIds: readonly number[] },
): Promise<string | null> {
  const marks = sql`SELECT * FROM day_line_marks WHERE account_id = ${accountId}`;
  const { rows } = await sql<{ digest: string | null }>`
    WITH ${staleDays(accountId, marks)}
    SELECT CASE WHEN NOT EXISTS (SELECT FROM stale WHERE day BETWEEN ${days.from} AND ${days.to}) THEN
      encode(sha256(convert_to(jsonb_build_array(
        (SELECT string_agg(version::text, ',' ORDER BY shop_id, day, source) FROM day_lines
          WHERE account_id = ${accountId} AND day BETWEEN ${days.from} AND ${days.to}),
        (SELECT jsonb_agg(jsonb_build_array(id, is_default, tax_rates) ORDER BY id) FROM taxpayers
          WHERE account_id = ${accountId}),
        (SELECT jsonb_agg(jsonb_build_array(shops.id, owned.taxpayer_id) ORDER BY shops.id)
          FROM shops LEFT JOIN taxpayer_shops owned ON owned.shop_id = shops.id AND owned.account_id = shops.account_id
          WHERE shops.account_id = ${accountId}),
        (SELECT jsonb_agg(to_jsonb(cost) ORDER BY id) FROM own_costs cost WHERE account_id = ${accountId}),
        (SELECT jsonb_agg(to_jsonb(rate) ORDER BY id) FROM own_cost_rates rate WHERE account_id = ${accountId}),
        (SELECT jsonb_agg(jsonb_build_array(shop_id, nm_id, vendor_code) ORDER BY shop_id, nm_id, vendor_code)
          FROM shop_cards WHERE account_id = ${accountId} AND shop_id = any(${[...spareShopIds]}::bigint[]) AND nm_id IS NOT NULL)
      )::text, 'UTF8')), 'hex') END AS digest`.execute(db);
  return rows[0]?.digest ?? null;
}

/**
 * The same of what one shop has sold on each of these stretches of days, before taxes and own costs. A card's sums of days, too, are of those
 * days' versions alone.
 */
export async function digestsOfDays(
  db: Db,
  accountId: number,
  shopId: number,
  stretches: readonly Period[],
): Promise<(string | null)[]> {
  const marks = sql`SELECT * FROM day_line_marks WHERE account_id = ${accountId}`;
  const { rows } = await sql<{ digest: string | null }>`
    WITH ${staleDays(accountId, marks)}
    SELECT CASE WHEN NOT EXISTS (
        SELECT FROM stale WHERE shop_id = ${shopId} AND day BETWEEN stretch.from_day AND stretch.to_day
      ) THEN encode(sha256(convert_to(coalesce((
        SELECT string_agg(version::text, ',' ORDER BY day, source) FROM day_lines
        WHERE account_id = ${accountId} AND shop_id = ${shopId} AND day BETWEEN stretch.from_day AND stretch.to_day
      ), ''), 'UTF8')), 'hex') END AS digest
    FROM unnest(${stretches.map(({ from }) => from)}::date[], ${stretches.map(({ to }) => to)}::date[])
      WITH ORDINALITY AS stretch (from_day, to_day, number)
    ORDER BY number`.execute(db);
  return rows.map(({ digest }) => digest);
}
