import type { FastifyInstance } from 'fastify';
import { checkCardEndpoint, checkNewCardEndpoint } from '#contract/card-sending.ts';
import { parseCardEndpoint, parseResellerCardEndpoint } from '#contract/card-creation.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { badRequest, notFound } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import { checkCards } from './card-check.ts';
import { checkNewCard } from './check-new-card.ts';
import { parseOwnCard } from '#server/cards/parse-card.ts';
import { createQuotaReader } from './shop-quota.ts';

export function registerCardCheckRoutes(app: FastifyInstance, deps: Deps): void {
  const { marketplace } = deps;
  const quotaOf = createQuotaReader();

  serve(app, checkCardEndpoint, ({ body, session, db, reply }) => {
    const { selection, content } = body;
    if (content && !('ids' in selection && selection.ids.length === 1)) {
      throw badRequest('Содержимое бывает у одной карточки');
    }
    return checkCards({ db, marketplace, accountId: session.accountId }, quotaOf, {
      ...body,
      isLeft: () => reply.raw.destroyed,
    });
  });

  serve(app, checkNewCardEndpoint, async ({ body, session, db }) => ({
    problems: await checkNewCard(
      { db, marketplace, accountId: session.accountId },
      body.shopIds,
      body.content,
    ),
  }));

  serve(app, parseCardEndpoint, ({ params, session, db }) =>
    parseOwnCard({ db, marketplace, accountId: session.accountId }, params.nmId),
  );

  // The partner catalogue has no public interface: what a reseller can be given is what his own shops have.
  serve(app, parseResellerCardEndpoint, async ({ body, session, db }) => {
    const { accountId } = session;
    const account = await db
      .selectFrom('accounts')
      .select('resellup_id')
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (account?.resellup_id == null) throw notFound();
    return await parseOwnCard({ db, marketplace, accountId }, body.nmId);
  });
}
