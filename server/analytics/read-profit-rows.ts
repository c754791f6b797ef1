import { sql } from 'kysely';
import type { EndpointQuery } from '#contract/endpoint.ts';
import type { listProfitRowsEndpoint, ProfitRow } from '#contract/profit-parts.ts';
import type { Db } from '#server/db/database.ts';
import { findCardNames } from './card-names.ts';
import { shopDaysOf } from './repository.ts';
import { requestedPeriod } from './requested-period.ts';
import { requestedShops } from './requested-shops.ts';
import { sourcesOfLine } from './row-lines.ts';

type Query = EndpointQuery<typeof listProfitRowsEndpoint>;

/** The rows of one part of a line, the largest first. A source that does not have the line has no rows of it. */
export async function readProfitRows(
  db: Db,
  accountId: number,
  query: Query,
): Promise<{ count: number; results: ProfitRow[] }> {
  const period = requestedPeriod(query);
  const shops = await requestedShops(db, accountId, query.shop);
  const from = sourcesOfLine(query.line).find(({ source }) => source === query.source);
  if (!from) return { count: 0, results: [] };
  const { key, operation, note, isReturn, quantity, reportId, isDaily, amount } = from;
  const ofPart = sql`
    ${from.rows(accountId, shopDaysOf({ shops, period }))}
      AND ${amount} <> 0 AND ${operation} = ${query.operation} AND (${isReturn}) = ${query.isReturn === 'true'}
      ${query.nmId === undefined ? sql`` : sql`AND row.nm_id = ${query.nmId}`}`;
  const counted = await sql<{ count: number }>`SELECT count(*) AS count ${ofPart}`.execute(db);
  const { rows } = await sql<Omit<ProfitRow, 'cardId' | 'title'>>`
    SELECT ${key} AS key, row.shop_id AS "shopId", row.day, row.nm_id AS "nmId", row.vendor_code AS "vendorCode",
      row.srid, ${note} AS note, ${quantity} AS quantity, ${reportId} AS "reportId",
      ${isDaily} AS "isDaily", ${amount} AS amount
    ${ofPart}
    ORDER BY abs(${amount}) DESC, row.day DESC, row.shop_id, ${key}
    LIMIT ${query.limit} OFFSET ${query.offset}`.execute(db);
  const named = await findCardNames(db, accountId, rows);
  const cards = new Map(named.map((card) => [`${card.shopId}:${card.nmId}`, card]));
  return {
    count: counted.rows[0]?.count ?? 0,
    results: rows.map((row) => {
      const card = cards.get(`${row.shopId}:${row.nmId}`);
      return { ...row, cardId: card?.cardId ?? null, title: card?.title ?? '' };
    }),
  };
}
