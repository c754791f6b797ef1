import type { ReportFinding, ReportLineName } from '#contract/weekly-reports.ts';
import { chanceOf } from '#simulator/state/random.ts';
import { isGoods, type RawReport, type RawRow, type RawYear } from './year-of-reports.ts';

/** Test support: one error of a kind in one report, and what has to be said of it. */

export interface Spoilt {
  reportId: number;
  kind: SpoilKind;
  /** By lines; what the report's own lines do not give is in none. */
  lines: Partial<Record<ReportLineName, number>>;
  differenceKopecks: number;
  ownDifferenceKopecks: number;
  /** Each of them is named, whatever else is. */
  named: Partial<ReportFinding>[];
}

export const spoilKinds = [
  'row missing',
  'two rows missing',
  'row twice',
  'row with the other sign',
  'row unreadable',
  'row not in the total',
  'row twice in the total',
  'two rows not in the total',
  'line of the total wrong',
  'total wrong',
] as const;
export type SpoilKind = (typeof spoilKinds)[number];

interface Field {
  line: ReportLineName;
  /** Of a row; it counts against the seller, but for `forPay`. */
  row: string;
  /** Of the list. */
  report: string;
}

const FOR_PAY: Field = { line: 'FOR_PAY', row: 'forPay', report: 'forPaySum' };
const FIELDS: readonly Field[] = [
  FOR_PAY,
  { line: 'LOGISTICS', row: 'deliveryService', report: 'deliveryServiceSum' },
  { line: 'STORAGE', row: 'paidStorage', report: 'paidStorageSum' },
  { line: 'PENALTY', row: 'penalty', report: 'penaltySum' },
  { line: 'DEDUCTION', row: 'deduction', report: 'deductionSum' },
  { line: 'LOYALTY', row: 'cashbackAmount', report: 'cashbackAmountSum' },
  { line: 'CORRECTION', row: 'additionalPayment', report: 'additionalPaymentSum' },
];

/** A number from 0 to 1, the same for the same place. */
type Chance = (...place: (string | number)[]) => number;

export function chanceOfYear(seed: number): Chance {
  return (...place) => chanceOf(seed, 'spoilt report', ...place);
}

/** Changes the year's report so, in place. */
export function spoilReport(year: RawYear, report: RawReport, kind: SpoilKind, chance: Chance): Spoilt {
  const { reportId } = report;
  const own = year.rows.filter((row) => row.reportId === reportId);
  const pick = <One>(many: readonly One[], what: string): One => {
    const one = many[Math.floor(chance(reportId, what) * many.length)];
    if (one === undefined) throw new Error(`Report ${reportId} has no ${what}`);
    return one;
  };
  const goods = own.filter((row) => isGoods(row) && kopecks(row.forPay) > 0);
  const remove = (row: RawRow) => year.rows.splice(year.rows.indexOf(row), 1);
  const moveTotal = (field: Field, by: number) => {
    const sign = field === FOR_PAY ? 1 : -1;
    report[field.report] = rubles(kopecks(report[field.report]) + sign * by);
    report.bankPaymentSum = rubles(kopecks(report.bankPaymentSum) + by);
  };
  const said = (lines: Spoilt['lines'], ...named: Partial<ReportFinding>[]): Spoilt => ({
    reportId,
    kind,
    lines,
    differenceKopecks: Object.values(lines).reduce((sum, by) => sum + by, 0),
    ownDifferenceKopecks: 0,
    named,
  });
  const one = pick(goods, 'goods');
  const other = pick(
    goods.filter((row) => row.srid !== one.srid),
    'other goods',
  );
  const field = pick(
    FIELDS.filter((known) => own.some((row) => kopecks(row[known.row]) !== 0)),
    'field',
  );
  const row = pick(
    own.filter((known) => kopecks(known[field.row]) !== 0),
    'row',
  );
  const { line } = field;
  const { rrdId, srid } = row;
  const adds = addsTo(field, row);
  const amount = 100 + Math.floor(chance(reportId, 'amount') * 90_000);

  switch (kind) {
    case 'row missing':
      remove(one);
      return said(linesOf([one]), missing(one));
    case 'two rows missing':
      remove(one);
      remove(other);
      return said(linesOf([one, other]), missing(one), missing(other));
    case 'row twice': {
      const copy = { ...row, rrdId: rrdId + 400_000 };
      year.rows.push(copy);
      return said(linesOf([row], -1), { kind: 'NOT_IN_TOTAL', line, rrdId: copy.rrdId, srid });
    }
    case 'row with the other sign':
      row[field.row] = rubles(-kopecks(row[field.row]));
      return said({ [line]: 2 * adds }, { kind: 'OTHER_SIGN', line, rrdId, srid });
    case 'row unreadable': {
      const lost = linesOf([row]);
      row[field.row] = '1,2,3';
      return said(lost, { kind: 'UNREAD', rrdId, detail: `${field.row} «1,2,3»` });
    }
    case 'row not in the total':
      moveTotal(field, -adds);
      return said({ [line]: -adds }, { kind: 'NOT_IN_TOTAL', line, rrdId, srid });
    case 'row twice in the total':
      moveTotal(field, adds);
      return said({ [line]: adds }, { kind: 'TWICE_IN_TOTAL', line, rrdId, srid });
    case 'two rows not in the total': {
      const lost = addsTo(FOR_PAY, one) + addsTo(FOR_PAY, other);
      moveTotal(FOR_PAY, -lost);
      const ofTwo = { kind: 'NOT_IN_TOTAL', line: 'FOR_PAY', isOneOfTwo: true } as const;
      return said(
        { FOR_PAY: -lost },
        { ...ofTwo, rrdId: one.rrdId, srid: one.srid },
        { ...ofTwo, rrdId: other.rrdId, srid: other.srid },
      );
    }
    case 'line of the total wrong':
      moveTotal(field, amount);
      return said({ [line]: amount });
    case 'total wrong':
      report.bankPaymentSum = rubles(kopecks(report.bankPaymentSum) - amount);
      return { ...said({}), differenceKopecks: -amount, ownDifferenceKopecks: -amount };
  }
}

function missing({ sellerOperName, srid, nmId }: RawRow): Partial<ReportFinding> {
  return { kind: 'NOT_REPORTED', line: 'FOR_PAY', operation: sellerOperName, srid, nmId };
}

/** What the list says of these rows and ours do not, or the other way round. */
function linesOf(rows: readonly RawRow[], sign: 1 | -1 = 1): Spoilt['lines'] {
  const sums = FIELDS.map((field) => {
    const sum = rows.reduce((total, row) => total + addsTo(field, row), 0);
    return [field.line, sign * sum] as const;
  });
  return Object.fromEntries(sums.filter(([, sum]) => sum !== 0));
}

function addsTo(field: Field, row: RawRow): number {
  const amount = kopecks(row[field.row]);
  if (field !== FOR_PAY) return 0 - amount;
  return row.docTypeName === 'Возврат' ? 0 - amount : amount;
}

function kopecks(rubles: unknown): number {
  return Math.round(Number(rubles) * 100);
}

function rubles(amount: number): string {
  return (amount / 100).toFixed(2);
}
