import type { FastifyInstance } from 'fastify';
import {
  createWarehouseGroup,
  deleteWarehouseGroup,
  getWarehouseGroup,
  listShopWarehouses,
  listWarehouseGroups,
  listWarehouses,
  updateWarehouseGroup,
} from '#contract/warehouses.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { serve } from '#server/http/serve.ts';
import { createGroupOf, deleteGroupOf, groupOr404, updateGroupOf } from './group-writes.ts';
import { readWarehouses } from './read-warehouses.ts';
import { findGroups, findWarehouses } from './repository.ts';

export function registerWarehouseRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listWarehouses, ({ query, session, db }) =>
    findWarehouses(db, session.accountId, { shopIds: query.shop }),
  );

  serve(app, listShopWarehouses, ({ params, session }) => readWarehouses(deps, session.accountId, params.id));

  serve(app, listWarehouseGroups, ({ session, db }) => findGroups(db, session.accountId));

  serve(app, getWarehouseGroup, ({ params, session, db }) => groupOr404(db, session.accountId, params.id));

  serve(app, createWarehouseGroup, ({ body, session, db }) => createGroupOf(db, session.accountId, body));

  serve(app, updateWarehouseGroup, ({ params, body, session, version, db }) =>
    updateGroupOf(db, session.accountId, { groupId: params.id, version }, body),
  );

  serve(app, deleteWarehouseGroup, ({ params, session, version, db }) =>
    deleteGroupOf(db, session.accountId, { groupId: params.id, version }),
  );
}
