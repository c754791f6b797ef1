import type { FastifyInstance } from 'fastify';
import {
  getGroupMoveEndpoint,
  listGroupsOfCardEndpoint,
  moveCardGroupsEndpoint,
  previewCardGroupsEndpoint,
  undoGroupMoveEndpoint,
} from '#contract/card-groups.ts';
import { listGroupMovesEndpoint, listMovedCardsEndpoint } from '#contract/group-move-history.ts';
import { cardOr404 } from '#server/cards/repository.ts';
import { serve } from '#server/http/serve.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { findGroupsOfCard } from './groups-of-card.ts';
import { enqueueMove } from './move-job.ts';
import { findListedMoves, findMovedCards } from './move-history.ts';
import { createMove, createUndo, moveOr404 } from './moves.ts';
import { previewGroups } from './preview.ts';

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

  serve(app, listGroupMovesEndpoint, ({ query, session, db }) =>
    findListedMoves(db, session.accountId, query),
  );

  serve(app, listMovedCardsEndpoint, ({ params, session, db }) =>
    findMovedCards(db, session.accountId, params.id),
  );

  serve(app, listGroupsOfCardEndpoint, async ({ params, session, db }) => {
    const { accountId } = session;
    await cardOr404(db, accountId, params.id);
    return await findGroupsOfCard(db, accountId, params.id);
  });
}
