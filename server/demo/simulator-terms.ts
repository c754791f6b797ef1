import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/**
 * Begins a process's turn at serving the simulator and answers its number. To be called by the process that holds the
 * lock; from now on what an earlier holder still writes is not taken.
 */
export async function beginSimulatorTerm(db: Db): Promise<number> {
  const { term } = await db
    .insertInto('simulator')
    .values({ term: 1, address: null, state: null })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({ term: sql<number>`simulator.term + 1`, address: null }),
    )
    .returning('term')
    .executeTakeFirstOrThrow();
  return term;
}

export async function readSimulatorState(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('simulator').select('state').executeTakeFirst();
  return row?.state ?? undefined;
}

/** Throws when another process has taken the simulator over. */
export async function writeSimulatorState(db: Db, term: number, state: string): Promise<void> {
  await writeInTerm(db, term, { state });
}

/** Throws when another process has taken the simulator over. */
export async function publishSimulatorAddress(db: Db, term: number, address: string): Promise<void> {
  await writeInTerm(db, term, { address });
}

/** Where the process whose turn it is serves the simulator; undefined while it takes it over. */
export async function findSimulatorAddress(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('simulator').select('address').executeTakeFirst();
  return row?.address ?? undefined;
}

async function writeInTerm(
  db: Db,
  term: number,
  values: { state: string } | { address: string },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('simulator')
    .set(values)
    .where('term', '=', term)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('Another process has taken the simulator over');
}
