import { sql } from 'kysely';
import type { EndpointQuery, EndpointResponse } from '#contract/endpoint.ts';
import {
  rowLines,
  type listProfitPartsEndpoint,
  type ProfitPart,
  type RowLine,
} from '#contract/profit-parts.ts';
import type { Db } from '#server/db/database.ts';
import { groupBy } from './group-by.ts';
import { totalsByShop } from './profit-report.ts';
import { shopDaysOf, type Range } from './repository.ts';
import { requestedPeriod } from './requested-period.ts';
import { requestedShops } from './requested-shops.ts';
import { sourcesOfLine } from './row-lines.ts';
import { readTaxedLines } from './taxed-lines.ts';

type Query = EndpointQuery<typeof listProfitPartsEndpoint>;

/** What a line of `readProfit` is made of, for the same days, shops and basis: its parts add up to it, to the kopeck. */
export async function readProfitParts(
  db: Db,
  accountId: number,
  query: Query,
): Promise<EndpointResponse<typeof listProfitPartsEndpoint>> {
  const period = requestedPeriod(query);
  const shops = await requestedShops(db, accountId, query.shop);
  const range = { shops, period };
  const parts = isRowLine(query.line)
    ? await findRowParts(db, accountId, query.line, range)
    : await countParts(db, accountId, query.line, { ...range, basis: query.basis });
  return {
    total: parts.reduce((sum, { amount }) => sum + amount, 0),
    parts: parts.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount)),
  };
}

function isRowLine(line: Query['line']): line is RowLine {
  return rowLines.some((one) => one === line);
}

/** Rows that add nothing to the line are in no part. */
async function findRowParts(db: Db, accountId: number, line: RowLine, range: Range): Promise<ProfitPart[]> {
  const found: ProfitPart[] = [];
  for (const { source, operation, isReturn, amount, rows: rowsOfSource } of sourcesOfLine(line)) {
    const { rows } = await sql<{ operation: string; isReturn: boolean; count: number; amount: number }>`
      SELECT ${operation} AS operation, ${isReturn} AS "isReturn", count(*) AS count, sum(${amount}) AS amount
      ${rowsOfSource(accountId, shopDaysOf(range))} AND ${amount} <> 0
      GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
    found.push(...rows.map((row) => ({ kind: 'ROWS' as const, source, ...row })));
  }
  return found;
}

/** What no row says: the seller's own costs by what he has said, taxes by the shop that they fall on. */
async function countParts(
  db: Db,
  accountId: number,
  line: Exclude<Query['line'], RowLine>,
  range: Range & Pick<Query, 'basis'>,
): Promise<ProfitPart[]> {
  const { lines, taxes, ownCosts } = await readTaxedLines(db, accountId, range);
  if (line !== 'OWN_COSTS') {
    return totalsByShop(range.period, lines, taxes)
      .map(({ shopId, totals }) => ({
        kind: 'SHOP' as const,
        shopId,
        amount: line === 'VAT' ? totals.vatKopecks : totals.taxKopecks,
      }))
      .filter(({ amount }) => amount !== 0);
  }
  return [...groupBy(ownCosts, ({ cost }) => cost.id).values()].flatMap((shares) => {
    const [first] = shares;
    if (!first) return [];
    const amount = shares.reduce((sum, share) => sum + share.lines.ownCostsKopecks, 0);
    return { kind: 'OWN_COST' as const, cost: first.cost, amount };
  });
}
