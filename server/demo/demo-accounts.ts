import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The accounts whose marketplace is the simulator and whose passwords everybody knows. */

export async function findDemoAccountIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('is_demo', '=', true)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Nobody goes on in a demonstration that is switched off. */
export async function endDemoSessions(db: Db): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ended_reason: 'demo-closed' })
    .where('ended_at', 'is', null)
    .where('account_id', 'in', (accounts) =>
      accounts.selectFrom('accounts').select('id').where('is_demo', '=', true),
    )
    .execute();
}
