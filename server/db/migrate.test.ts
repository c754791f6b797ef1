import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts';
import { migrate, readMigrations, type Migration } from './migrate.ts';

let database: EmbeddedDatabase;
beforeAll(async () => (database = await openEmbeddedDatabase()));
afterAll(() => database.close());

const step = (version: number, sql: string): Migration => ({ version, name: `${version}.sql`, sql });
const tables = async () =>
  (
    await database.pool.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
    )
  ).rows.map((row) => row.name);

const first = step(1, 'CREATE TABLE one (id integer); CREATE TABLE two (id integer);');

it('runs each migration once', async () => {
  await migrate(database.pool, [first]);
  await migrate(database.pool, [first]);
  expect(await tables()).toEqual(['one', 'schema_migrations', 'two']);
});

it('leaves nothing of a migration that fails half-way, and what was before still works', async () => {
  const broken = step(2, 'CREATE TABLE half (id integer); SELECT 1 / 0;');
  await expect(migrate(database.pool, [first, broken])).rejects.toThrow('division by zero');
  expect(await tables()).toEqual(['one', 'schema_migrations', 'two']);
  await migrate(database.pool, [first, step(2, 'CREATE TABLE three (id integer)')]);
  expect(await tables()).toContain('three');
});

it('keeps a migration and the note of it together', async () => {
  const doubled = step(3, "CREATE TABLE doubled (id integer); INSERT INTO schema_migrations VALUES (3, 'x')");
  const known = [first, step(2, ''), doubled];
  await expect(migrate(database.pool, known)).rejects.toThrow('duplicate key');
  expect(await tables()).not.toContain('doubled');
});

it('refuses a database that a newer program has changed', async () => {
  await expect(migrate(database.pool, [first])).rejects.toThrow(
    'База данных новее программы: в ней схема 2, программа знает 1.',
  );
});

it('numbers its own files without gaps and repetitions', () => {
  const versions = readMigrations().map((migration) => migration.version);
  expect(versions).toEqual(versions.map((_, index) => index + 1));
});
