import pg from 'pg';

const { builtins } = pg.types;
/** Known to the driver, missing in its list of types. */
const BIGINT_ARRAY_OID = 1016 as pg.types.TypeId;

const asText = (text: string) => text;
const parseTextArray = pg.types.getTypeParser(BIGINT_ARRAY_OID) as (text: string) => (string | null)[];
const bigintArray = (text: string) =>
  parseTextArray(text).map((item) => (item === null ? null : Number(item)));

const parsers = new Map<number, (text: string) => unknown>([
  // Ids and kopecks stay below 2^53: the contract limits both.
  [builtins.INT8, Number],
  // No column is numeric; sum() of a bigint is.
  [builtins.NUMERIC, Number],
  // A Date would move the day by the server's time zone.
  [builtins.DATE, asText],
  [BIGINT_ARRAY_OID, bigintArray],
]);

/** How column values become JavaScript values, for this program's pools only. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format as 'text'),
};
