import { sql } from 'kysely';
import type { Database, Db } from '#server/db/database.ts';
import { findDemoAccountIds } from './demo-accounts.ts';

/** What happened stays on record, whoever it happened to. */
const KEPT_TABLES = new Set(['audit_events']);

/**
 * Removes the demonstration's accounts with everything that is theirs, and what their marketplace remembers, in one
 * transaction; answers how many there were.
 */
export async function removeDemo(database: Database): Promise<number> {
  return database.transaction(async (trx) => {
    const accountIds = await findDemoAccountIds(trx);
    if (accountIds.length === 0) return 0;
    await removeJobs(trx, accountIds);
    for (const table of await tablesOfAccounts(trx)) {
      await sql`DELETE FROM ${sql.table(table)} WHERE account_id = any(${accountIds}::bigint[])`.execute(trx);
    }
    await trx
      .deleteFrom('accounts')
      .where('id', '=', sql<number>`any(${accountIds}::bigint[])`)
      .execute();
    await trx.deleteFrom('simulator').execute();
    return accountIds.length;
  });
}

/** Every table with an account's rows, those that refer to others first; asked of the database, which knows new ones. */
async function tablesOfAccounts(db: Db): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND a.attname = 'account_id' AND NOT a.attisdropped
    ORDER BY c.relname`.execute(db);
  const references = await sql<{ child: string; parent: string }>`
    SELECT child.relname AS child, parent.relname AS parent
    FROM pg_constraint JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
    WHERE contype = 'f' AND conrelid <> confrelid`.execute(db);
  const triggered = { child: 'card_count_changes', parent: 'cards' };
  let left = tables.rows.map((row) => row.name).filter((name) => !KEPT_TABLES.has(name));
  const ordered: string[] = [];
  while (left.length > 0) {
    const isReferred = (name: string) =>
      references.rows.some(({ child, parent }) => parent === name && left.includes(child));
    // The triggers of cards write here while cards are deleted: it comes after them.
    const waits = (name: string) => name === triggered.child && left.includes(triggered.parent);
    const free = left.filter((name) => !isReferred(name) && !waits(name));
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${left.join(', ')}`);
    ordered.push(...free);
    left = left.filter((name) => !free.includes(name));
  }
  return ordered;
}

/** The queue's tables are there once the server has run. */
async function removeJobs(db: Db, accountIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`SELECT to_regclass('jobs.job') IS NOT NULL AS found`.execute(
    db,
  );
  if (rows[0]?.found !== true) return;
  await sql`DELETE FROM jobs.job WHERE data ->> 'accountId' = any(${accountIds.map(String)}::text[])`.execute(
    db,
  );
}
