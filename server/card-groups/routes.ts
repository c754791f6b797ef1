import type { FastifyInstance } from 'fastify';
import {
  getGroupMoveEndpoint,
  listGroupsOfCardEndpoint,
  moveCardGroupsEndpoint,
  previewCardGroupsEndpoint,
  undoGroupMoveEndpoint,
} from '#contract/card-groups.ts';
import { cardOr404 } from '#server/cards/repository.ts';
import { serve } from '#server/http/serve.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { findMembers, findShopsOf } from './members.ts';
import { enqueueMove } from './move-job.ts';
import { createMove, createUndo, findMovesAtWork, moveOr404 } from './moves.ts';
import { previewGroups, toGroups } from './preview.ts';

export function registerCardGroupRoutes(app: FastifyInstance, { jobs }: Deps): void {
  serve(app, previewCardGroupsEndpoint, async ({ body, session, db }) => {
    const { preview } = await previewGroups(db, session.accountId, body);
    return preview;
  });

  serve(app, moveCardGroupsEndpoint, async ({ body, session, db }) => {
    const id = await createMove(db, session, body);
    await enqueueMove(jobs, id);
    return await moveOr404(db, session.accountId, id);
  });

  serve(app, getGroupMoveEndpoint, ({ params, session, db }) => moveOr404(db, session.accountId, params.id));

  serve(app, undoGroupMoveEndpoint, async ({ params, session, db }) => {
    const id = await createUndo(db, session, params.id);
    await enqueueMove(jobs, id);
    return await moveOr404(db, session.accountId, id);
  });

  serve(app, listGroupsOfCardEndpoint, async ({ params, session, db }) => {
    const { accountId } = session;
    await cardOr404(db, accountId, params.id);
    const shops = await findShopsOf(db, accountId, [params.id]);
    const atWork = await findMovesAtWork(
      db,
      accountId,
      shops.map(({ shopId }) => shopId),
    );
    const found = [];
    for (const { shopId, shopName } of shops.toSorted((one, other) => one.shopId - other.shopId)) {
      const [group] = toGroups(await findMembers(db, accountId, shopId, [params.id]));
      if (group) found.push({ shopId, shopName, group, moveId: atWork.get(shopId) ?? null });
    }
    return found;
  });
}
