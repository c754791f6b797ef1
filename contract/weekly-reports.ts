import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  daySchema,
  flagTextSchema,
  idParams,
  idSchema,
  idTextSchema,
  kopecksSchema,
  nmIdSchema,
  pageOf,
  pageQueryShape,
  repeated,
  timestampSchema,
} from './fields.ts';
import { shopProblemSchema } from './shop-problem.ts';

/** «Сверка»: what the marketplace's weekly reports say is to be paid, against the rows that make them up. */

/** What the seller says of a report. */
export const reportMarks = ['UNPAID', 'PAID', 'DISPUTED'] as const;
export type ReportMark = (typeof reportMarks)[number];

/** What a report's sum is made of: the columns of the marketplace's own list. Every row adds to one or several. */
export const reportLineNames = [
  'FOR_PAY',
  'LOGISTICS',
  'STORAGE',
  'ACCEPTANCE',
  'PENALTY',
  'DEDUCTION',
  'LOYALTY',
  'CORRECTION',
  'PAYMENT_SCHEDULE',
] as const;
export type ReportLineName = (typeof reportLineNames)[number];

export const MAX_REPORT_NOTE_LENGTH = 500;

const comparedShape = {
  /** As the marketplace's list of reports says. */
  reportedKopecks: kopecksSchema,
  /** The sum of the rows that we have. */
  reckonedKopecks: kopecksSchema,
  /** Reported less reckoned: below zero, the marketplace pays less than its rows say. */
  differenceKopecks: kopecksSchema,
};

export const weeklyReportSchema = z.object({
  id: idSchema,
  shopId: idSchema,
  shopName: z.string(),
  /** The marketplace's number of it. */
  reportId: z.int(),
  /** 1: main, 2: by buy-outs, 3: by buy-outs for Georgia; others may come. */
  type: z.int(),
  from: daySchema,
  to: daySchema,
  createdOn: z.nullable(daySchema),
  ...comparedShape,
  /** 0: no row of it was read yet, and nothing can be said of the difference. */
  rowCount: z.int(),
  mark: z.enum(reportMarks),
  note: z.string(),
  markedAt: z.nullable(timestampSchema),
});
export type WeeklyReport = z.infer<typeof weeklyReportSchema>;

/** Newest first: the reports whose days touch the period. */
export const listWeeklyReportsEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/weekly-reports/',
  summary: 'Сверка еженедельных отчётов',
  access: 'user',
  query: z.strictObject({
    from: daySchema,
    to: daySchema,
    shop: z.optional(repeated(idTextSchema)),
    mark: z.optional(repeated(z.enum(reportMarks))),
    /** Only reports whose rows do not give what the marketplace says. */
    isDifferent: z.optional(flagTextSchema),
    ...pageQueryShape,
  }),
  response: z.extend(pageOf(weeklyReportSchema), {
    /** Of all pages; reports without a row are counted, and are in no sum. */
    totals: z.object({ ...comparedShape, different: z.int(), withoutRows: z.int() }),
    /** Shops whose list of reports or whose rows could not be read, and why. */
    problems: z.array(shopProblemSchema),
    /** When the list was last read of all these shops; null: of some never. */
    syncedAt: z.nullable(timestampSchema),
  }),
});
export type WeeklyReports = z.infer<typeof listWeeklyReportsEndpoint.response>;

/** Why a line may differ, and the row that it is seen in. */
export const reportFindingKinds = [
  /** A row that the marketplace sent and that could not be read: it is in no sum. */
  'UNREAD',
  /** Its sum is the difference: the rows have it, the report's own total does not. */
  'NOT_IN_TOTAL',
  /** Its sum is the difference: the total has it twice. */
  'TWICE_IN_TOTAL',
  /** Twice its sum is the difference: the total has it with the other sign. */
  'OTHER_SIGN',
  /** A sale or a return of the operational list that no report has a row of. */
  'NOT_REPORTED',
] as const;

export const reportFindingSchema = z.object({
  kind: z.enum(reportFindingKinds),
  line: z.nullable(z.enum(reportLineNames)),
  /** The row's number, where it has one. */
  rrdId: z.nullable(z.int()),
  operation: z.string(),
  srid: z.string(),
  nmId: z.nullable(nmIdSchema),
  day: z.nullable(daySchema),
  kopecks: z.nullable(kopecksSchema),
  /** Not its own sum, but that of this row and of the other one found beside it is what `kind` says. */
  isOneOfTwo: z.boolean(),
  /** What could not be read. */
  detail: z.string(),
});
export type ReportFinding = z.infer<typeof reportFindingSchema>;

/** Money as it moves the sum to be paid: what is taken from the seller is below zero. */
export const reportLineSchema = z.object({
  line: z.enum(reportLineNames),
  ...comparedShape,
  /** What the rows call themselves: an open list of words. */
  operations: z.array(z.object({ operation: z.string(), rowCount: z.int(), reckonedKopecks: kopecksSchema })),
});
export type ReportLine = z.infer<typeof reportLineSchema>;

export const getWeeklyReportEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/weekly-reports/{id}/',
  summary: 'Из чего сложилась разница отчёта',
  access: 'user',
  params: idParams,
  response: z.extend(weeklyReportSchema, {
    lines: z.array(reportLineSchema),
    /** The report's sum less its own lines: what the marketplace has added up otherwise. The lines' differences and this are the whole. */
    ownDifferenceKopecks: kopecksSchema,
    /** The line that the marketplace has taken with the other sign, when that is exactly it. */
    otherSignOf: z.nullable(z.enum(reportLineNames)),
    findings: z.array(reportFindingSchema),
    /** Rows of these days that were read before their report's number was kept. */
    unnumberedRowCount: z.int(),
  }),
});
export type WeeklyReportDetail = z.infer<typeof getWeeklyReportEndpoint.response>;

export const reportMoneyRowSchema = z.object({
  rrdId: z.int(),
  day: daySchema,
  operation: z.string(),
  isReturn: z.boolean(),
  /** 0: the row belongs to no goods. */
  nmId: z.union([nmIdSchema, z.literal(0)]),
  cardId: z.nullable(idSchema),
  title: z.string(),
  vendorCode: z.string(),
  srid: z.string(),
  kopecks: kopecksSchema,
});
export type ReportMoneyRow = z.infer<typeof reportMoneyRowSchema>;

/** The rows of one line, the largest first. */
export const listReportRowsEndpoint = endpoint({
  method: 'GET',
  path: '/analytics/weekly-reports/{id}/rows/',
  summary: 'Строки отчёта одного вида',
  access: 'user',
  params: idParams,
  query: z.strictObject({
    line: z.enum(reportLineNames),
    operation: z.optional(z.string().check(z.maxLength(200))),
    ...pageQueryShape,
  }),
  response: pageOf(reportMoneyRowSchema),
});

export const markWeeklyReportEndpoint = endpoint({
  method: 'PUT',
  path: '/analytics/weekly-reports/{id}/mark/',
  summary: 'Пометить отчёт: не оплачен, оплачен, спорный',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    mark: z.enum(reportMarks),
    note: z
      .string()
      .check(
        z.trim(),
        z.maxLength(MAX_REPORT_NOTE_LENGTH, `Заметка — не больше ${MAX_REPORT_NOTE_LENGTH} знаков`),
      ),
  }),
  response: z.object({ mark: z.enum(reportMarks), note: z.string(), markedAt: timestampSchema }),
});
