import { types, type CustomTypesConfig } from 'pg';

const BIGINT_ARRAY_OID = 1016;

/** The driver's own parsers; its list of type numbers leaves some out, so it is asked with plain numbers. */
const parserOf = types.getTypeParser as (
  oid: number,
  format?: 'text' | 'binary',
) => (value: string) => unknown;

const asText = (text: string) => text;
const parseTextArray = parserOf(BIGINT_ARRAY_OID) as (text: string) => (string | null)[];
const bigintArray = (text: string) =>
  parseTextArray(text).map((item) => (item === null ? null : Number(item)));

const parsers = new Map<number, (text: string) => unknown>([
  // Ids and kopecks stay below 2^53: the contract limits both.
  [types.builtins.INT8, Number],
  // No column is numeric; sum() of a bigint is.
  [types.builtins.NUMERIC, Number],
  // A Date would move the day by the server's time zone.
  [types.builtins.DATE, asText],
  [BIGINT_ARRAY_OID, bigintArray],
]);

/** How column values become JavaScript values, for this program's pools only. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? parserOf(oid, format),
};
