import { sql, type RawBuilder } from 'kysely';
import type { EndpointQuery, EndpointResponse } from '#contract/endpoint.ts';
import { MAX_PRICED_KOPECKS } from '#contract/fields.ts';
import {
  rowLines,
  type listProfitPartsEndpoint,
  type ProfitPart,
  type RowLine,
} from '#contract/profit-parts.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { groupBy } from './group-by.ts';
import { lineTotals } from './line-totals.ts';
import type { Period } from './moscow-days.ts';
import { totalsByShop } from './profit-report.ts';
import { reckonCards, reckonTaxedCards, type ReckonedCards } from './reckon-cards.ts';
import { shopDaysOf, type Range } from './repository.ts';
import { requestedPeriod } from './requested-period.ts';
import { requestedShops } from './requested-shops.ts';
import { sourcesOfLine } from './row-lines.ts';
import { findHasDatedCosts } from './source-rows.ts';
import { readTaxedLines, type TaxedLines } from './taxed-lines.ts';
import type { ShopDayLines } from './year-taxes.ts';

type Query = EndpointQuery<typeof listProfitPartsEndpoint>;

/** What a line of `readProfit` is made of, for the same days, shops and basis: its parts add up to it, to the kopeck. */
export async function readProfitParts(
  db: Db,
  accountId: number,
  query: Query,
): Promise<EndpointResponse<typeof listProfitPartsEndpoint>> {
  const period = requestedPeriod(query);
  const shops = await requestedShops(db, accountId, query.shop);
  const { line, basis, nmId } = query;
  const range = { shops, period };
  if (nmId !== undefined) return told(await findCardParts(db, accountId, line, { ...range, basis, nmId }));
  if (isRowLine(line)) return told(await findRowParts(db, accountId, line, range));
  const taxed = await readTaxedLines(db, accountId, { ...range, basis });
  if (line === 'OWN_COSTS')
    return told([...partsOfCosts(taxed.ownCosts), ...partsOfRates(taxed.costRates, period)]);
  return { ...told(partsByShop(line, taxed, range)), years: taxed.taxYears() };
}

/** The largest first. */
function told(parts: readonly ProfitPart[]) {
  return {
    total: sumOf(parts),
    parts: parts.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount)),
  };
}

function isRowLine(line: Query['line']): line is RowLine {
  return rowLines.some((one) => one === line);
}

/** Rows that add nothing to the line are in no part. */
async function findRowParts(
  db: Db,
  accountId: number,
  line: RowLine,
  range: Range,
  ofCard: RawBuilder<unknown> = sql``,
): Promise<ProfitPart[]> {
  const costs = { hasDatedCosts: await findHasDatedCosts(db, accountId) };
  const found: ProfitPart[] = [];
  for (const { source, operation, isReturn, amount, rowSets } of sourcesOfLine(line)) {
    const sets = rowSets(accountId, shopDaysOf(range), costs).map(
      (rows) => sql`
        SELECT ${operation} AS operation, ${isReturn} AS "isReturn", count(*) AS count, whole_sum(${amount}) AS amount
        ${rows} AND ${amount} <> 0 ${ofCard} GROUP BY 1, 2`,
    );
    const { rows } = await sql<{ operation: string; isReturn: boolean; count: number; amount: number }>`
      SELECT operation, "isReturn", sum(count) AS count, sum(amount) AS amount
      FROM (${sql.join(sets, sql` UNION ALL `)}) sets GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
    found.push(...rows.map((row) => ({ kind: 'ROWS' as const, source, ...row })));
  }
  return found;
}

/** Taxes are no row's: by the shop that they fall on. */
function partsByShop(line: 'VAT' | 'TAX', { lines, taxes }: TaxedLines, { period }: Range): ProfitPart[] {
  return totalsByShop(period, lines, taxes)
    .map(({ shopId, totals }) => ({ kind: 'SHOP' as const, shopId, amount: lineTotals[line](totals) }))
    .filter(({ amount }) => amount !== 0);
}

function partsOfCosts(costs: TaxedLines['ownCosts']): ProfitPart[] {
  return [...groupBy(costs, ({ cost }) => cost.id).values()].flatMap((shares) => {
    const [first] = shares;
    return first ? [{ kind: 'OWN_COST' as const, cost: first.cost, amount: sumOfCosts(shares) }] : [];
  });
}

/** An older client reads each as a cost: of what it came to, for the days of it that are shown. */
function partsOfRates(rates: TaxedLines['costRates'], { from, to }: Period): ProfitPart[] {
  return [...groupBy(rates, ({ rate }) => rate.id).values()].flatMap((shares) => {
    const [first] = shares;
    if (!first) return [];
    const { rate } = first;
    const { rateHundredths: _rateHundredths, ...said } = rate;
    const amount = sumOfCosts(shares);
    const cost = {
      ...said,
      // Within what a person can say; `amount` is exact, below zero too.
      amountKopecks: Math.min(Math.max(amount, 1), MAX_PRICED_KOPECKS),
      from: rate.from > from ? rate.from : from,
      to: rate.to !== null && rate.to < to ? rate.to : to,
      nmId: null,
    };
    return [{ kind: 'OWN_COST' as const, cost, rate, amount }];
  });
}

function sumOfCosts(shares: readonly ShopDayLines[]): number {
  return shares.reduce((sum, share) => sum + share.lines.ownCostsKopecks, 0);
}

/** What the card's own rows and costs are, and its share of what is not any card's. */
async function findCardParts(
  db: Db,
  accountId: number,
  line: Query['line'],
  range: Range & Pick<Query, 'basis'> & { nmId: number },
): Promise<ProfitPart[]> {
  if (range.shops.length !== 1) throw badRequest('Карточка — одного магазина: назовите его');
  if (!isRowLine(line)) {
    const taxed = await readTaxedLines(db, accountId, range);
    const reckoned = await reckonTaxedCards(db, accountId, range, { taxed });
    const costs = taxed.ownCosts.filter(({ nmId }) => nmId === range.nmId);
    const own = line === 'OWN_COSTS' ? partsOfCosts(costs) : [];
    return withShare(own, totalOf(reckoned, line, range.nmId), sharedOf(line, taxed, range));
  }
  const rowsOf = (nmId: number) => findRowParts(db, accountId, line, range, sql`AND row.nm_id = ${nmId}`);
  const own = await rowsOf(range.nmId);
  const shared = await rowsOf(0);
  // To share out is to reckon every card of the shop.
  if (shared.length === 0) return own;
  return withShare(own, totalOf(await reckonCards(db, accountId, range), line, range.nmId), sumOf(shared));
}

function totalOf({ columns }: ReckonedCards, line: Query['line'], nmId: number): number {
  for (let at = 0; at < columns.count; at += 1)
    if (columns.placeOf(at).nmId === nmId) return lineTotals[line](columns.totalsOf(at));
  return 0;
}

function withShare(own: readonly ProfitPart[], total: number, of: number): ProfitPart[] {
  const rest = total - sumOf(own);
  return rest === 0 ? [...own] : [...own, { kind: 'SHARE', of, amount: rest }];
}

/** What no row says and no card has for itself, in the whole shop. */
function sharedOf(line: Exclude<Query['line'], RowLine>, taxed: TaxedLines, range: Range): number {
  if (line === 'OWN_COSTS')
    return sumOfCosts([...taxed.ownCosts, ...taxed.costRates].filter(({ nmId }) => nmId === 0));
  return sumOf(partsByShop(line, taxed, range));
}

function sumOf(parts: readonly ProfitPart[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}
