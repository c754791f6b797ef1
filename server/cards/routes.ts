import type { FastifyInstance } from 'fastify';
import { getCardCountersEndpoint, getCardFacetsEndpoint, listCardsEndpoint } from '#contract/card-list.ts';
import { suggestSearchEndpoint } from '#contract/search-suggestion.ts';
import { suggestSearch } from '#contract/catalogue/search-suggestion.ts';
import {
  copyCardsEndpoint,
  duplicateCardEndpoint,
  listCopiesOfManyEndpoint,
  listCopyNamesEndpoint,
  nameCopiesEndpoint,
  readCopiesOfManyEndpoint,
  readCopySourcesEndpoint,
} from '#contract/card-copies.ts';
import {
  archiveCopiesEndpoint,
  listCopiesMadeEndpoint,
  listCopyingsEndpoint,
} from '#contract/copying-history.ts';
import { listCardChangesEndpoint } from '#contract/card-history.ts';
import {
  archiveCardsEndpoint,
  freezeSelectionEndpoint,
  getCardOperationEndpoint,
  undoCardOperationEndpoint,
  stopCardOperationEndpoint,
} from '#contract/card-operations.ts';
import { listCardOperationsEndpoint } from '#contract/operation-history.ts';
import { countExportedCharacteristicsEndpoint, exportCardsEndpoint } from '#contract/card-export.ts';
import { readCardTableEndpoint, readTableValuesEndpoint } from '#contract/card-table.ts';
import { listCardTagsEndpoint, listCardWbTagsEndpoint } from '#contract/card-tags.ts';
import { createCardEndpoint } from '#contract/card-creation.ts';
import { getCardEndpoint, updateCardEndpoint } from '#contract/cards.ts';
import { listShopCardsEndpoint, updateShopCardEndpoint } from '#contract/shop-cards.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { notFound } from '#server/errors/http-error.ts';
import { attachment } from '#server/exports/attachment.ts';
import { TABLE_CONTENT_TYPES } from '#server/exports/table-file.ts';
import { serve } from '#server/http/serve.ts';
import { WireText } from '#server/http/wire-text.ts';
import { archiveCards, findOperation, stopOperation, undoOperation } from './archive.ts';
import { countCardsByState } from './card-counts.ts';
import { findCardChanges } from './card-history.ts';
import { listCards as findCardPage } from './card-list.ts';
import { findTablePart, findTableValues } from './card-table.ts';
import { createCardWords } from './card-words.ts';
import { findCardTags, findCardWbTags } from './card-tags.ts';
import { createCard, updateCard } from './card-writes.ts';
import { findCopiesOfMany, findCopiesPart, findCopySources, nameCopies } from './copies-of-many.ts';
import { copyPart } from './copy-in-parts.ts';
import { copyCards, duplicateAs } from './copy-rows.ts';
import { archiveCopies, findCopiesMade, findCopyings, noteCopying } from './copyings.ts';
import { describeCopies } from './describe-copies.ts';
import { duplicateCard, findCopyNames } from './duplicate-card.ts';
import { exportCards } from './export-cards.ts';
import { countExportedCharacteristics } from './exported-characteristics.ts';
import { freezeSelection } from './freeze-selection.ts';
import { findOperations } from './operation-history.ts';
import { setOwnPrice } from './own-price.ts';
import { pageLinks } from '#server/http/page-links.ts';
import { cardOr404, findCardFacets, findShopCards } from './repository.ts';

export function registerCardRoutes(app: FastifyInstance, deps: Deps): void {
  const words = createCardWords();

  serve(app, listCardsEndpoint, async ({ query, session, request, db }) => {
    const { count, results } = await findCardPage(db, session.accountId, query);
    const head = JSON.stringify({ count, ...pageLinks(request.url, { ...query, count }) });
    return new WireText(`${head.slice(0, -1)},"results":${results}}`);
  });

  serve(app, getCardCountersEndpoint, ({ session, db }) => countCardsByState(db, session.accountId));

  serve(app, suggestSearchEndpoint, async ({ query, session, db }) => ({
    search: suggestSearch(query.search, await words.of(db, session.accountId)) ?? null,
  }));

  serve(app, getCardFacetsEndpoint, ({ session, db }) => findCardFacets(db, session.accountId));

  serve(app, listCardTagsEndpoint, ({ session, db }) => findCardTags(db, session.accountId));
  serve(app, listCardWbTagsEndpoint, ({ session, db }) => findCardWbTags(db, session.accountId));

  serve(app, getCardEndpoint, ({ params, session, db }) => cardOr404(db, session.accountId, params.id));

  serve(app, listCardChangesEndpoint, async ({ params, query, session, db }) => {
    await cardOr404(db, session.accountId, params.id);
    return await findCardChanges(db, session.accountId, params.id, query);
  });

  serve(app, createCardEndpoint, ({ body, session, db }) => createCard(db, session, body));

  serve(app, updateCardEndpoint, ({ params, body, session, version, db }) =>
    updateCard(db, session, { cardId: params.id, version }, body),
  );

  serve(app, listCopyNamesEndpoint, ({ params, query, session, db }) =>
    findCopyNames(db, session.accountId, params.id, query.count),
  );

  serve(app, duplicateCardEndpoint, async ({ params, body, session, db }) => {
    const ids = body.rows
      ? await duplicateAs(db, session, params.id, body.copies, body.rows)
      : await duplicateCard(db, session, params.id, body.copies);
    await noteCopying(db, session, ids);
    return await describeCopies(db, session.accountId, ids);
  });

  serve(app, listCopiesOfManyEndpoint, ({ body, session, db }) =>
    findCopiesOfMany(db, session.accountId, body.selection),
  );

  serve(app, readCopiesOfManyEndpoint, ({ body, session, db }) =>
    findCopiesPart(db, session.accountId, body),
  );

  serve(app, nameCopiesEndpoint, ({ body, session, db }) => nameCopies(db, session.accountId, body));

  serve(app, readCopySourcesEndpoint, async ({ body, session, db }) => ({
    results: await findCopySources(db, session.accountId, body.cardIds),
  }));

  serve(app, copyCardsEndpoint, async ({ body: { rows, copyingKey }, session, db }) => {
    if (copyingKey !== undefined) {
      const ids = await copyPart(db, session, copyingKey, rows);
      return await describeCopies(db, session.accountId, ids);
    }
    const ids = await copyCards(db, session, rows);
    await noteCopying(db, session, ids);
    return await describeCopies(db, session.accountId, ids);
  });

  serve(app, listCopyingsEndpoint, ({ query, session, db }) => findCopyings(db, session.accountId, query));

  serve(app, listCopiesMadeEndpoint, ({ params, session, db }) =>
    findCopiesMade(db, session.accountId, params.id),
  );

  serve(
    app,
    archiveCopiesEndpoint,
    ({ params, session, idempotencyKey }) =>
      app.serving.takeWriteTurn(session.userId, () =>
        archiveCopies(deps, session, { copyingId: params.id, idempotencyKey }),
      ),
    { callsOut: true },
  );

  serve(app, freezeSelectionEndpoint, ({ body, session, db }) => freezeSelection(db, session, body));

  // Many cards take many transactions, so the key is claimed first; an operation that was interrupted is gone on with.
  serve(
    app,
    archiveCardsEndpoint,
    ({ body, session, idempotencyKey }) =>
      app.serving.takeWriteTurn(session.userId, () =>
        archiveCards(deps, session, { ...body, idempotencyKey }),
      ),
    { callsOut: true },
  );

  serve(
    app,
    undoCardOperationEndpoint,
    ({ params, session, idempotencyKey }) =>
      app.serving.takeWriteTurn(session.userId, () =>
        undoOperation(deps, session, { operationId: params.id, idempotencyKey }),
      ),
    { callsOut: true },
  );

  serve(app, listCardOperationsEndpoint, ({ query, session, db }) =>
    findOperations(db, session.accountId, query),
  );

  serve(app, stopCardOperationEndpoint, ({ params, session, db }) =>
    stopOperation(db, session.accountId, params.id),
  );

  serve(app, getCardOperationEndpoint, ({ params, session, db }) =>
    findOperation(db, session.accountId, params.id),
  );

  serve(app, exportCardsEndpoint, async ({ body, session, reply }) => {
    const { fileName, file } = await exportCards(deps.database, session.accountId, body);
    const type = TABLE_CONTENT_TYPES[body.format];
    await reply.type(type).header('content-disposition', attachment(fileName)).send(file);
  });

  serve(app, countExportedCharacteristicsEndpoint, async ({ body, session, db }) => ({
    count: await countExportedCharacteristics(db, session.accountId, body.selection),
  }));

  serve(app, readCardTableEndpoint, ({ body, session, db }) => findTablePart(db, session.accountId, body));

  serve(app, readTableValuesEndpoint, ({ body, session, db }) =>
    findTableValues(db, session.accountId, body),
  );

  serve(app, listShopCardsEndpoint, async ({ params, session, db }) => {
    await cardOr404(db, session.accountId, params.id);
    return await findShopCards(db, session.accountId, params.id);
  });

  serve(app, updateShopCardEndpoint, async ({ params, body, session, db }) => {
    const { accountId } = session;
    const card = await cardOr404(db, accountId, params.id);
    await setOwnPrice(db, session, card, { shopId: params.shopId, ...body });
    const changed = (await findShopCards(db, accountId, params.id)).find(
      (one) => one.shopId === params.shopId,
    );
    if (!changed) throw notFound('Магазин не найден');
    return changed;
  });
}
