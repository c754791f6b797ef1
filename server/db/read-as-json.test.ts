import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import type { Database } from './database.ts';
import { readAsJson } from './read-as-json.ts';

let database: Database;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.close());

it('says of rows what the driver says of them', async () => {
  const query = database.db
    .selectNoFrom([
      sql<number>`9007199254740991::bigint`.as('most'),
      sql<number | null>`NULL::bigint`.as('none'),
      sql<string>`E'строка\n«"\\u0001\\\\» 😀'::text`.as('text'),
      sql<boolean>`true`.as('flag'),
      sql<object>`'{"weightKg": 0.10, "list": [1e2, null]}'::jsonb`.as('value'),
      sql<number[]>`'{3,1,2}'::bigint[]`.as('ids'),
    ])
    .unionAll(
      database.db.selectNoFrom([
        sql<number>`0::bigint`.as('most'),
        sql<number | null>`7::bigint`.as('none'),
        sql<string>`''::text`.as('text'),
        sql<boolean>`false`.as('flag'),
        sql<object>`'[]'::jsonb`.as('value'),
        sql<number[]>`'{}'::bigint[]`.as('ids'),
      ]),
    );
  const names = { most: true, none: true, text: true, flag: true, value: true, ids: true } as const;
  const rows = await readAsJson(database.db, names, query);
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(await query.execute());
});

it('says of none that there are none, and is not asked for moments', async () => {
  const { db } = database;
  expect(
    await readAsJson(db, { id: true, login: true }, db.selectFrom('users').select(['id', 'login'])),
  ).toEqual([]);
  // @ts-expect-error -- a moment is refused by its type: JSON would make a text of it.
  await readAsJson(db, { created_at: true }, db.selectFrom('cards').select('created_at'));
  // @ts-expect-error -- each column is named.
  await readAsJson(db, { id: true }, db.selectFrom('users').select(['id', 'login']));
});
