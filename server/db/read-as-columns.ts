import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/** Each column's values, all in one order of the rows. */
export type Columns<Row> = { [Name in keyof Row]: Row[Name][] };

/**
 * Rows column by column, for a hundred thousand of them: the driver takes apart one value for each column instead of one for each
 * field, and no row is an object with its names.
 */
export async function readAsColumns<Row>(
  db: Db,
  names: readonly (keyof Row & string)[],
  rows: RawBuilder<unknown>,
): Promise<Columns<Row>> {
  const columns = names.map(
    (name) => sql`coalesce(json_agg(one.${sql.ref(name)}), '[]') AS ${sql.ref(name)}`,
  );
  const found = await sql<Columns<Row>>`SELECT ${sql.join(columns)} FROM (${rows}) one`.execute(db);
  const [read] = found.rows;
  if (!read) throw new Error('An aggregate of no rows is a row');
  return read;
}
