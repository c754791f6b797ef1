import type { FastifyInstance } from 'fastify';
import {
  createWarehouseGroupEndpoint,
  deleteWarehouseGroupEndpoint,
  getWarehouseGroupEndpoint,
  listShopWarehousesEndpoint,
  listWarehouseGroupsEndpoint,
  listWarehousesEndpoint,
  updateWarehouseGroupEndpoint,
} from '#contract/warehouses.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { serve } from '#server/http/serve.ts';
import { createGroup, deleteGroup, groupOr404, updateGroup } from './group-writes.ts';
import { readWarehouses } from './read-warehouses.ts';
import { findGroups, findWarehouses } from './repository.ts';

export function registerWarehouseRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listWarehousesEndpoint, ({ query, session, db }) =>
    findWarehouses(db, session.accountId, { shopIds: query.shop }),
  );

  serve(app, listShopWarehousesEndpoint, ({ params, session }) =>
    readWarehouses(deps, session.accountId, params.id),
  );

  serve(app, listWarehouseGroupsEndpoint, ({ session, db }) => findGroups(db, session.accountId));

  serve(app, getWarehouseGroupEndpoint, ({ params, session, db }) =>
    groupOr404(db, session.accountId, params.id),
  );

  serve(app, createWarehouseGroupEndpoint, ({ body, session, db }) =>
    createGroup(db, session.accountId, body),
  );

  serve(app, updateWarehouseGroupEndpoint, ({ params, body, session, version, db }) =>
    updateGroup(db, session.accountId, { groupId: params.id, version }, body),
  );

  serve(app, deleteWarehouseGroupEndpoint, ({ params, session, version, db }) =>
    deleteGroup(db, session.accountId, { groupId: params.id, version }),
  );
}
