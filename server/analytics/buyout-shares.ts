import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Day, Period } from './moscow-days.ts';
import type { ProfitLines } from './profit-engine.ts';
import { reportLines } from './profit-sql.ts';
import type { ShopSales } from './sold-lines.ts';

/**
 * How much of what was ordered is kept. Who does not keep it is driven to as well, and those who do pay for that. As on the profit page:
 * of what was bought, cancelled or returned; what is on its way does not count.
 */

/** Fewer orders say nothing of a share. */
const FEWEST_OUTCOMES = 10;

export interface Buyout {
  share: number;
  /** Bought, cancelled or returned. */
  outcomes: number;
}

type Outcomes = Pick<ProfitLines, 'buyouts' | 'returns' | 'cancels'>;

export function buyoutOf({ buyouts, returns, cancels }: Outcomes): Buyout | undefined {
  const outcomes = buyouts + returns + cancels;
  return outcomes < FEWEST_OUTCOMES ? undefined : { share: buyouts / outcomes, outcomes };
}

interface Place {
  accountId: number;
  shopId: number;
}

/** Of each of the goods, by nmId, on the days on which orders of the shop are known. */
export async function readCardBuyouts(
  db: Db,
  { accountId, shopId }: Place,
  nmIds: readonly number[],
  period: Period,
): Promise<Map<number, Buyout>> {
  const goods = sql`
    SELECT ${shopId}::bigint AS shop_id, nm_id, nm_id AS key FROM unnest(${[...nmIds]}::bigint[]) AS nm_id`;
  return await readBuyouts(db, accountId, goods, period);
}

/** Of all cards of the subjects, in all shops of the account. */
export async function readSubjectBuyouts(
  db: Db,
  accountId: number,
  subjectIds: readonly number[],
  period: Period,
): Promise<Map<number, Buyout>> {
  const goods = sql`
    SELECT listed.shop_id, listed.nm_id, card.subject_id AS key
    FROM cards card JOIN shop_cards listed ON listed.account_id = ${accountId} AND listed.card_id = card.id
    WHERE card.account_id = ${accountId} AND card.subject_id = any(${[...new Set(subjectIds)]}::bigint[])
      AND listed.nm_id IS NOT NULL`;
  return await readBuyouts(db, accountId, goods, period);
}

/** Orders are known from some day on: what was bought before says nothing of what was cancelled. */
async function readBuyouts(
  db: Db,
  accountId: number,
  goods: RawBuilder<unknown>,
  { from, to }: Period,
): Promise<Map<number, Buyout>> {
  const { rows } = await sql<{ key: number } & Outcomes>`
    WITH goods AS MATERIALIZED (${goods}),
    known AS MATERIALIZED (
      SELECT shop_id, greatest(first.day, ${from}::date) AS since
      FROM (SELECT DISTINCT shop_id FROM goods) named CROSS JOIN LATERAL (
        SELECT min(day) AS day FROM orders WHERE account_id = ${accountId} AND orders.shop_id = named.shop_id) first
      WHERE first.day IS NOT NULL
    )
    SELECT goods.key, sum(part.buyouts) AS buyouts, sum(part.returns) AS returns, sum(part.cancels) AS cancels
    FROM goods JOIN known ON known.shop_id = goods.shop_id CROSS JOIN LATERAL (
      SELECT coalesce(sum(${reportLines.buyouts}), 0) AS buyouts, coalesce(sum(${reportLines.returns}), 0) AS returns, 0 AS cancels
      FROM report_rows row
      WHERE row.account_id = ${accountId} AND row.shop_id = goods.shop_id AND row.nm_id = goods.nm_id
        AND row.day BETWEEN known.since AND ${to}
      UNION ALL
      SELECT 0, 0, count(*) FROM orders row
      WHERE row.account_id = ${accountId} AND row.shop_id = goods.shop_id AND row.nm_id = goods.nm_id
        AND row.is_cancel AND row.day BETWEEN known.since AND ${to}
    ) part
    GROUP BY goods.key`.execute(db);
  return new Map(
    rows.flatMap(({ key, ...outcomes }) => {
      const buyout = buyoutOf(outcomes);
      return buyout ? [[key, buyout] as const] : [];
    }),
  );
}

/** Of what the shop's own sales are an estimate's source: of its subjects, and of all of it. Nothing where its orders are not known from the first day on. */
export async function readShopBuyouts(
  db: Db,
  { accountId, shopId }: Place,
  { shopPeriod, bySubject, ofShop }: ShopSales,
): Promise<{ bySubject: ReadonlyMap<number, Buyout>; ofShop: Buyout | undefined }> {
  const { first } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.min<Day | null>('day').as('first'))
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .executeTakeFirstOrThrow();
  if (first === null || first > shopPeriod.from) return { bySubject: new Map(), ofShop: undefined };
  const { rows } = await sql<{ subjectId: number | null; cancels: number }>`
    SELECT card.subject_id AS "subjectId", count(*) AS cancels
    FROM orders row
    LEFT JOIN shop_cards listed ON listed.account_id = ${accountId} AND listed.shop_id = row.shop_id
      AND listed.nm_id = row.nm_id
    LEFT JOIN cards card ON card.account_id = ${accountId} AND card.id = listed.card_id
    WHERE row.account_id = ${accountId} AND row.shop_id = ${shopId} AND row.is_cancel
      AND row.day BETWEEN ${shopPeriod.from} AND ${shopPeriod.to}
    GROUP BY 1`.execute(db);
  const cancelsOf = new Map(rows.map(({ subjectId, cancels }) => [subjectId, cancels]));
  const cancels = rows.reduce((sum, row) => sum + row.cancels, 0);
  return {
    bySubject: new Map(
      [...bySubject].flatMap(([subjectId, lines]) => {
        const buyout = buyoutOf({ ...lines, cancels: cancelsOf.get(subjectId) ?? 0 });
        return buyout ? [[subjectId, buyout] as const] : [];
      }),
    ),
    ofShop: buyoutOf({ ...ofShop, cancels }),
  };
}
