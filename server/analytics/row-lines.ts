import { sql, type RawBuilder } from 'kysely';
import type { RowLine, RowSource } from '#contract/profit-parts.ts';
import { RETURN_DOCUMENT, type ProfitLines } from './profit-engine.ts';
import { rowSetsWithCostOf, rowsOf, rowsWithCostOf, sources, type Source } from './source-rows.ts';

/** What a row adds to a line that can be opened. All of it is said by `profit-sql.ts`: here lines only get their names. */

type LineName = keyof ProfitLines;

/** The engine's lines that make it up: added, and taken off. */
const partsOfLine: Record<RowLine, { plus: LineName; minus?: readonly LineName[] }> = {
  ORDERS: { plus: 'orders' },
  CANCELS: { plus: 'cancels' },
  BUYOUTS: { plus: 'buyouts' },
  RETURNS: { plus: 'returns' },
  ORDERED: { plus: 'ordersKopecks' },
  REVENUE: { plus: 'revenueKopecks' },
  REALIZED: { plus: 'realizedKopecks' },
  FOR_PAY: { plus: 'forPayKopecks' },
  LOGISTICS: { plus: 'logisticsKopecks' },
  STORAGE: { plus: 'storageKopecks' },
  ACCEPTANCE: { plus: 'acceptanceKopecks' },
  PENALTY: { plus: 'penaltyKopecks' },
  DEDUCTION: { plus: 'deductionKopecks' },
  ADVERTISING: { plus: 'advertisingKopecks' },
  OTHER_DEDUCTION: { plus: 'otherDeductionKopecks' },
  UNNAMED_DEDUCTION: { plus: 'deductionKopecks', minus: ['advertisingKopecks', 'otherDeductionKopecks'] },
  LOYALTY: { plus: 'loyaltyKopecks' },
  // A cost, as the screen has it: what is paid without being a sale lowers it.
  CORRECTION: { plus: 'additionalPaymentKopecks', minus: ['otherForPayKopecks'] },
  COGS: { plus: 'cogsKopecks' },
};

/** What a row of each source says of itself beside its day, shop and card. */
interface RowFacts {
  key: RawBuilder<unknown>;
  operation: RawBuilder<unknown>;
  note: RawBuilder<unknown>;
  isReturn: RawBuilder<unknown>;
  quantity: RawBuilder<unknown>;
  reportId: RawBuilder<unknown>;
  isDaily: RawBuilder<unknown>;
}

const factsOfSource: Record<RowSource, RowFacts> = {
  orders: {
    key: sql`row.srid`,
    operation: sql`''`,
    note: sql`''`,
    isReturn: sql`false`,
    quantity: sql`1`,
    reportId: sql`NULL::bigint`,
    isDaily: sql`false`,
  },
  sales: {
    key: sql`row.sale_id`,
    operation: sql`''`,
    note: sql`''`,
    isReturn: sql`row.is_return`,
    quantity: sql`1`,
    reportId: sql`NULL::bigint`,
    isDaily: sql`false`,
  },
  report_rows: {
    key: sql`row.rrd_id::text`,
    operation: sql`row.operation`,
    note: sql`coalesce(row.operation_note, '')`,
    isReturn: sql`row.doc_type_name = ${RETURN_DOCUMENT}`,
    quantity: sql`row.quantity`,
    reportId: sql`nullif(row.report_id, 0)`,
    isDaily: sql`row.is_daily`,
  },
};

interface LineOfSource extends RowFacts {
  source: RowSource;
  /** Kopecks or pieces that the row adds. */
  amount: RawBuilder<unknown>;
  /** `FROM … WHERE …`: rows of these shops and days that the line may be in. */
  rows: (accountId: number, shopDays: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The same in sets, each row in one of them. */
  rowSets: (
    accountId: number,
    shopDays: RawBuilder<unknown>,
    costs: { hasDatedCosts: boolean },
  ) => RawBuilder<unknown>[];
}

/** The sources that have the line, each with what its rows add to it. */
export function sourcesOfLine(line: RowLine): LineOfSource[] {
  const { plus, minus = [] } = partsOfLine[line];
  return sources.flatMap((source) => {
    const added = source.lines[plus];
    const takenOff = minus.flatMap((name) => source.lines[name] ?? []);
    if (!added && takenOff.length === 0) return [];
    const amount = sql`(${sql.join(
      [added ?? sql`0`, ...takenOff].map((one) => sql`(${one})`),
      sql` - `,
    )})`;
    return [
      {
        source: source.table,
        amount,
        rows: rowsForLine(line, source),
        rowSets: rowSetsForLine(line, source),
        ...factsOfSource[source.table],
      },
    ];
  });
}

/** To find what a piece has cost makes a year take many times as long: only for the line that is made of it. */
function rowsForLine(line: RowLine, source: Source): LineOfSource['rows'] {
  const rows = line === 'COGS' ? rowsWithCostOf : rowsOf;
  return (accountId, shopDays) => rows(source, accountId, shopDays);
}

/** The same, to be added up together. */
function rowSetsForLine(line: RowLine, source: Source): LineOfSource['rowSets'] {
  return (accountId, shopDays, costs) =>
    line === 'COGS'
      ? rowSetsWithCostOf(source, accountId, shopDays, costs)
      : [rowsOf(source, accountId, shopDays)];
}
