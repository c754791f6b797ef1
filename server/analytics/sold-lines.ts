import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { groupBy } from './group-by.ts';
import { addDays, type Day, type Period } from './moscow-days.ts';
import { NO_LINES, sumLines, type ProfitLines } from './profit-engine.ts';
import { acquiringOfRow, reportLines, summed } from './profit-sql.ts';

/** What the sales reports say of pieces that were sold. Costs of goods are left to whoever asks. */

/** Long enough for a card that sells slowly; prices of the marketplace's services hardly change within it. */
const CARD_DAYS = 90;
/** Four weekly reports: for what is the same for many cards. */
const SHOP_DAYS = 28;
/** By one query: the embedded database answers nobody else meanwhile. */
const GOODS_PER_QUERY = 200;

export type SoldLines = ProfitLines & {
  /** A part of what the marketplace keeps; null where some of the rows do not say. */
  acquiringKopecks: number | null;
};

export interface ShopSales {
  /** null: no report is known, and there is nothing to estimate from. */
  reportedUntil: Day | null;
  cardPeriod: Period;
  shopPeriod: Period;
  byNmId: ReadonlyMap<number, SoldLines>;
  bySubject: ReadonlyMap<number, SoldLines>;
  /** Of all goods of the shop, and what belongs to no card. */
  ofShop: SoldLines;
  shared: ProfitLines;
}

/** Sales of the named goods, of the subjects and of the shop. A shop of another account has none. */
export async function readShopSales(
  db: Db,
  { accountId, shopId }: { accountId: number; shopId: number },
  nmIds: readonly number[],
): Promise<ShopSales | null> {
  const { until } = await db
    .selectFrom('report_rows')
    .select((eb) => eb.fn.max<Day | null>('day').as('until'))
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .executeTakeFirstOrThrow();
  if (until === null) return null;
  const cardPeriod = { from: addDays(until, 1 - CARD_DAYS), to: until };
  const shopPeriod = { from: addDays(until, 1 - SHOP_DAYS), to: until };
  const byNmId = new Map<number, SoldLines>();
  for (let start = 0; start < nmIds.length; start += GOODS_PER_QUERY) {
    const { rows } = await sql<{ nmId: number } & SummedLines>`
      SELECT row.nm_id AS "nmId", ${acquiring}, ${summed(soldLines)}
      FROM report_rows row
      WHERE row.account_id = ${accountId} AND row.shop_id = ${shopId}
        AND row.nm_id = any(${nmIds.slice(start, start + GOODS_PER_QUERY)}::bigint[])
        AND row.day BETWEEN ${cardPeriod.from} AND ${cardPeriod.to}
      GROUP BY row.nm_id`.execute(db);
    for (const { nmId, ...lines } of rows) byNmId.set(nmId, { ...NO_LINES, ...lines });
  }
  const { rows } = await sql<{ isShared: boolean; subjectId: number | null } & SummedLines>`
    SELECT row.nm_id = 0 AS "isShared", card.subject_id AS "subjectId", ${acquiring}, ${summed(soldLines)}
    FROM report_rows row
    LEFT JOIN shop_cards listed ON listed.account_id = ${accountId} AND listed.shop_id = row.shop_id
      AND listed.nm_id = row.nm_id
    LEFT JOIN cards card ON card.account_id = ${accountId} AND card.id = listed.card_id
    WHERE row.account_id = ${accountId} AND row.shop_id = ${shopId}
      AND row.day BETWEEN ${shopPeriod.from} AND ${shopPeriod.to}
    GROUP BY 1, 2`.execute(db);
  const groups = rows.map(({ isShared, subjectId, ...lines }) => ({
    isShared,
    subjectId,
    lines: { ...NO_LINES, ...lines },
  }));
  const ofGoods = groups.filter(({ isShared }) => !isShared);
  const known = ofGoods.flatMap(({ subjectId, lines }) => (subjectId === null ? [] : [{ subjectId, lines }]));
  return {
    reportedUntil: until,
    cardPeriod,
    shopPeriod,
    byNmId,
    bySubject: new Map(
      [...groupBy(known, ({ subjectId }) => subjectId)].map(([subjectId, all]) => [
        subjectId,
        sumSold(all.map(({ lines }) => lines)),
      ]),
    ),
    ofShop: sumSold(ofGoods.map(({ lines }) => lines)),
    shared: sumLines(groups.filter(({ isShared }) => isShared).map(({ lines }) => lines)),
  };
}

const { cogsKopecks: _, ...soldLines } = reportLines;
type SummedLines = Partial<ProfitLines> & Pick<SoldLines, 'acquiringKopecks'>;

const acquiring = sql`
  CASE WHEN bool_and((${acquiringOfRow}) IS NOT NULL) THEN sum(${acquiringOfRow}) END AS "acquiringKopecks"`;

function sumSold(all: readonly SoldLines[]): SoldLines {
  const acquiringKopecks = all.reduce<number | null>(
    (sum, lines) => (sum === null || lines.acquiringKopecks === null ? null : sum + lines.acquiringKopecks),
    0,
  );
  return { ...sumLines(all), acquiringKopecks };
}
