import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** One process's turn at serving the simulator. */
export interface SimulatorTerm {
  readState(): Promise<string | undefined>;
  /** Throws when another process has taken the simulator over. */
  writeState(state: string): Promise<void>;
  publish(address: string): Promise<void>;
}

/** To be called by the process that holds the lock; from now on what an earlier holder still writes is not taken. */
export async function beginTerm({ db }: Database): Promise<SimulatorTerm> {
  const { term } = await db
    .insertInto('simulator')
    .values({ term: 1, address: null, state: null })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({ term: sql<number>`simulator.term + 1`, address: null }),
    )
    .returning('term')
    .executeTakeFirstOrThrow();
  const write = async (values: { state: string } | { address: string }) => {
    const { numUpdatedRows } = await db
      .updateTable('simulator')
      .set(values)
      .where('term', '=', term)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Error('Another process has taken the simulator over');
  };
  return {
    async readState() {
      const row = await db.selectFrom('simulator').select('state').executeTakeFirst();
      return row?.state ?? undefined;
    },
    writeState: (state) => write({ state }),
    publish: (address) => write({ address }),
  };
}

/** Where the process whose turn it is serves the simulator; undefined while it takes it over. */
export async function findSimulatorAddress({ db }: Database): Promise<string | undefined> {
  const row = await db.selectFrom('simulator').select('address').executeTakeFirst();
  return row?.address ?? undefined;
}
