import type { FastifyInstance } from 'fastify';
import {
  archiveCards,
  createCard,
  duplicateCard,
  getCard,
  getCardCounters,
  getCardFacets,
  getCardOperation,
  listCards,
  listShopCards,
  undoCardOperation,
  updateCard,
  updateShopCard,
} from '#contract/cards.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { notFound } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import { archiveCardsOf, findOperation, undoOperation } from './archive.ts';
import { countCardsByState } from './card-counts.ts';
import { listCards as findCardPage } from './card-list.ts';
import { cardOr404, createCardOf, duplicateCardOf, updateCardOf } from './card-writes.ts';
import { setOwnPrice } from './own-price.ts';
import { pageLinks } from '#server/http/page-links.ts';
import { findCardFacets, findCardRows, findShopCards } from './repository.ts';

export function registerCardRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listCards, async ({ query, session, request, db }) => {
    const { count, cards } = await findCardPage(db, session.accountId, query);
    return { count, ...pageLinks(request.url, { ...query, count }), results: cards };
  });

  serve(app, getCardCounters, ({ session, db }) => countCardsByState(db, session.accountId));

  serve(app, getCardFacets, ({ session, db }) => findCardFacets(db, session.accountId));

  serve(app, getCard, ({ params, session, db }) => cardOr404(db, session.accountId, params.id));

  serve(app, createCard, ({ body, session, db }) => createCardOf(db, session, body));

  serve(app, updateCard, ({ params, body, session, version, db }) =>
    updateCardOf(db, session, { cardId: params.id, version }, body),
  );

  serve(app, duplicateCard, async ({ params, body, session, db }) => {
    const ids = await duplicateCardOf(db, session, params.id, body.copies);
    return { cards: await findCardRows(db, session.accountId, ids) };
  });

  // Many cards take many transactions, so the key is claimed first; an operation that was interrupted is gone on with.
  serve(
    app,
    archiveCards,
    ({ body, session, idempotencyKey }) =>
      app.serving.takeWriteTurn(session.userId, () =>
        archiveCardsOf(deps, session, { ...body, idempotencyKey }),
      ),
    { callsOut: true },
  );

  serve(
    app,
    undoCardOperation,
    ({ params, session, idempotencyKey }) =>
      app.serving.takeWriteTurn(session.userId, () =>
        undoOperation(deps, session, { operationId: params.id, idempotencyKey }),
      ),
    { callsOut: true },
  );

  serve(app, getCardOperation, ({ params, session, db }) => findOperation(db, session.accountId, params.id));

  serve(app, listShopCards, async ({ params, session, db }) => {
    await cardOr404(db, session.accountId, params.id);
    return await findShopCards(db, session.accountId, params.id);
  });

  serve(app, updateShopCard, async ({ params, body, session, db }) => {
    const { accountId } = session;
    const card = await cardOr404(db, accountId, params.id);
    await setOwnPrice(db, accountId, card, { shopId: params.shopId, ...body });
    const changed = (await findShopCards(db, accountId, params.id)).find(
      (one) => one.shopId === params.shopId,
    );
    if (!changed) throw notFound('Магазин не найден');
    return changed;
  });
}
