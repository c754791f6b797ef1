import type { FastifyInstance } from 'fastify';
import {
  cleanGroupStocks,
  createWarehouseGroup,
  deleteWarehouseGroup,
  getWarehouseGroup,
  listShopWarehouses,
  listWarehouseGroups,
  listWarehouses,
  previewGroupCleaning,
  updateWarehouseGroup,
} from '#contract/warehouses.ts';
import type { Deps } from '#server/app.ts';
import { conflict } from '#server/plugins/http-error.ts';
import { serve } from '#server/plugins/serve.ts';
import { sendStocks } from '#server/shipments/send-stocks.ts';
import { createGroupOf, deleteGroupOf, groupOr404, updateGroupOf } from './group-writes.ts';
import { readWarehouses } from './read-warehouses.ts';
import { findFilledStocks, findGroups, findWarehouses } from './repository.ts';

export function registerWarehouseRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, marketplace } = deps;

  serve(app, listWarehouses, ({ query, session, db }) =>
    findWarehouses(db, session.accountId, { shopIds: query.shop }),
  );

  serve(app, listShopWarehouses, ({ params, session }) => readWarehouses(deps, session.accountId, params.id));

  serve(app, listWarehouseGroups, ({ session, db }) => findGroups(db, session.accountId));

  serve(app, getWarehouseGroup, ({ params, session, db }) => groupOr404(db, session.accountId, params.id));

  serve(app, createWarehouseGroup, ({ body, session }) =>
    database.transaction((trx) => createGroupOf(trx, session.accountId, body)),
  );

  serve(app, updateWarehouseGroup, ({ params, body, session, version = 0 }) =>
    database.transaction((trx) =>
      updateGroupOf(trx, session.accountId, { groupId: params.id, version }, body),
    ),
  );

  serve(app, deleteWarehouseGroup, ({ params, session, version = 0 }) =>
    database.transaction((trx) => deleteGroupOf(trx, session.accountId, { groupId: params.id, version })),
  );

  serve(app, previewGroupCleaning, async ({ params, session, db }) => {
    await groupOr404(db, session.accountId, params.id);
    const rows = await findFilledStocks(db, session.accountId, params.id);
    return {
      warehouses: new Set(rows.map((row) => row.warehouse_id)).size,
      cards: new Set(rows.map((row) => row.card_id)).size,
      rows: rows.length,
      units: rows.reduce((sum, row) => sum + row.amount, 0),
    };
  });

  serve(
    app,
    cleanGroupStocks,
    async ({ params, session, db }) => {
      const group = await groupOr404(db, session.accountId, params.id);
      if (group.kind !== 'CLEANING') throw conflict('Обнулить остатки можно только в группе для обнуления');
      const rows = await findFilledStocks(db, session.accountId, params.id);
      return await sendStocks(
        { db, marketplace },
        session.accountId,
        rows.map((row) => ({
          warehouseId: row.warehouse_id,
          chrtId: row.chrt_id,
          cardId: row.card_id,
          amount: 0,
        })),
      );
    },
    { callsOut: true },
  );
}
