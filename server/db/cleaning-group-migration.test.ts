import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedPast } from '#tests/support/migrated-past.ts';
import type { EmbeddedDatabase } from './embedded-database.ts';

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await migratedPast(
    14,
    `
    INSERT INTO accounts (id, name) VALUES (1, 'Один'), (2, 'Другой');
    INSERT INTO shops (id, account_id, sid, name) VALUES (1, 1, gen_random_uuid(), 'Магазин');
    INSERT INTO warehouses (id, account_id, shop_id, wb_warehouse_id, name)
      VALUES (1, 1, 1, 11, 'Первый'), (2, 1, 1, 12, 'Второй');
    INSERT INTO warehouse_groups (id, account_id, name, kind) VALUES
      (1, 1, 'Остатки', 'USER'), (2, 1, 'Обнуление', 'CLEANING'), (3, 1, 'Обнуление 2', 'CLEANING'), (4, 2, 'Ноль', 'CLEANING');
    INSERT INTO warehouse_group_warehouses (group_id, warehouse_id, account_id)
      VALUES (1, 1, 1), (2, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2, 1);`,
  );
});
afterAll(() => database.close());

it('leaves an account the oldest of its groups that set stocks to zero, and loses no group', async () => {
  const { rows } = await database.pool.query<{ id: number; kind: string; warehouses: number[] }>(`
    SELECT groups.id, kind, array_agg(warehouse_id ORDER BY warehouse_id) AS warehouses
    FROM warehouse_groups groups LEFT JOIN warehouse_group_warehouses member ON member.group_id = groups.id
    GROUP BY groups.id ORDER BY groups.id`);
  expect(rows).toEqual([
    { id: 1, kind: 'USER', warehouses: [1] },
    { id: 2, kind: 'CLEANING', warehouses: [1, 2] },
    { id: 3, kind: 'USER', warehouses: [2] },
    { id: 4, kind: 'CLEANING', warehouses: [null] },
  ]);
});
