import type { Insertable } from 'kysely';
import type { Trx } from '#server/db/database.ts';
import type { Tables } from '#server/db/schema.ts';

/** A statement takes at most 65 535 parameters. */
const MAX_PARAMETERS = 30_000;

/** Inserts any number of rows, several hundred in a statement. All rows have the same columns. */
export async function insertAll<Table extends keyof Tables>(
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).length;
  const size = Math.max(1, Math.floor(MAX_PARAMETERS / Math.max(1, columns)));
  for (let start = 0; start < rows.length; start += size) {
    await trx
      .insertInto(table)
      .values(rows.slice(start, start + size))
      .execute();
  }
}
