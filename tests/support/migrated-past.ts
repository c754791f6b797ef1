import { openEmbeddedDatabase, type EmbeddedDatabase } from '#server/db/embedded-database.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';

/** A database as it was before a migration, with what `filledBy` (SQL) puts there, taken through that migration. */
export async function migratedPast(version: number, filledBy: string): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase();
  const until = (last: number) => readMigrations().filter((migration) => migration.version <= last);
  await migrate(database.pool, until(version - 1));
  await database.pool.query(filledBy);
  await migrate(database.pool, until(version));
  return database;
}
