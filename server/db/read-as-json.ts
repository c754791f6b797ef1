import { sql, type Expression } from 'kysely';
import type { Db } from './database.ts';
import { readAsColumns } from './read-as-columns.ts';

/** JSON would hand a moment out as a text. */
type WithoutDates<Row> = {
  [Column in keyof Row]: Extract<Row[Column], Date> extends never ? Row[Column] : never;
};

/**
 * Rows as a value for each of their columns, for hundreds of them: taking apart each field of each row took the driver half of the time of
 * such a read, and writing each row with its names took the database as long again. Of each column its name, none left out.
 */
export async function readAsJson<Row>(
  db: Db,
  names: Record<keyof Row & string, true>,
  rows: Expression<Row & WithoutDates<Row>>,
): Promise<Row[]> {
  // Keys are no more than texts to the types; these are the row's, each of them.
  const columnNames = Object.keys(names) as (keyof Row & string)[];
  const columns = await readAsColumns<Row>(db, columnNames, sql`${rows}`);
  const [first] = columnNames;
  if (first === undefined) return [];
  return columns[first].map(
    // Each column has a value for each row.
    (_, index) => Object.fromEntries(columnNames.map((name) => [name, columns[name][index]])) as Row,
  );
}
