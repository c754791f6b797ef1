import type { FastifyInstance } from 'fastify';
import {
  getApplicationEndpoint,
  listAppliedCardsEndpoint,
  listApplicationsEndpoint,
  prepareApplicationEndpoint,
  startApplicationEndpoint,
  takeInByHandEndpoint,
} from '#contract/promotion-applications.ts';
import { pageLinks } from '#server/http/page-links.ts';
import { serve } from '#server/http/serve.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { enqueueApplication } from './application-job.ts';
import { applicationOr404, findApplications, findAppliedCards } from './find-applications.ts';
import { prepareApplication } from './prepare-application.ts';
import { startApplication, takeInByHand } from './start-application.ts';

export function registerApplicationRoutes(app: FastifyInstance, deps: Deps): void {
  const { database } = deps;

  // A repetition makes another one that nobody starts.
  serve(
    app,
    prepareApplicationEndpoint,
    async ({ db, session, body }) =>
      applicationOr404(db, session.accountId, await prepareApplication(deps, session, body)),
    { callsOut: true },
  );

  serve(app, listApplicationsEndpoint, async ({ db, session, query, request }) => {
    const { count, results } = await findApplications(db, session.accountId, query.wbPromotionId, query);
    return { count, ...pageLinks(request.url, { ...query, count }), results };
  });

  serve(app, getApplicationEndpoint, ({ db, session, params }) =>
    applicationOr404(db, session.accountId, params.id),
  );

  serve(app, listAppliedCardsEndpoint, async ({ db, session, params, query, request }) => {
    await applicationOr404(db, session.accountId, params.id);
    const { count, results } = await findAppliedCards(db, session.accountId, params.id, query);
    return { count, ...pageLinks(request.url, { ...query, count }), results };
  });

  serve(app, takeInByHandEndpoint, async ({ db, session, params, body }) => {
    await database.transaction((trx) => takeInByHand(trx, session.accountId, params.id, body));
    return applicationOr404(db, session.accountId, params.id);
  });

  serve(app, startApplicationEndpoint, async ({ db, session, params, body }) => {
    const { accountId } = session;
    const isNew = await database.transaction((trx) =>
      startApplication(trx, accountId, params.id, body.expectedCount),
    );
    if (isNew) await enqueueApplication(deps.jobs, params.id);
    return applicationOr404(db, accountId, params.id);
  });
}
