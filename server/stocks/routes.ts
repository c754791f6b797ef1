import type { FastifyInstance } from 'fastify';
import { readCardStocksEndpoint, sendCardStocksEndpoint } from '#contract/card-sending.ts';
import {
  cleanGroupStocksEndpoint,
  previewGroupCleaningEndpoint,
  readGroupStocksEndpoint,
} from '#contract/warehouses.ts';
import { cardOr404 } from '#server/cards/repository.ts';
import { serve } from '#server/http/serve.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { cleanGroup, previewCleaning, readCleaning } from './clean-group.ts';
import { readStocksOfCard } from './read-card-stocks.ts';
import { sendStocks } from './send-stocks.ts';

export function registerStockRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readCardStocksEndpoint, async ({ params, session, db }) => {
    await cardOr404(db, session.accountId, params.id);
    return await readStocksOfCard(deps, session.accountId, params.id);
  });

  serve(
    app,
    sendCardStocksEndpoint,
    async ({ params, body, session, db }) => {
      await cardOr404(db, session.accountId, params.id);
      // Sizes are looked for in this card only: another card's size is answered as not found.
      const stocks = body.stocks.map((row) => ({ ...row, cardId: params.id }));
      return await sendStocks(deps, session.accountId, stocks);
    },
    { callsOut: true },
  );

  serve(app, previewGroupCleaningEndpoint, ({ params, session, db }) =>
    previewCleaning(db, session.accountId, params.id),
  );

  serve(app, readGroupStocksEndpoint, ({ params, session }) =>
    readCleaning(deps, session.accountId, params.id),
  );

  serve(
    app,
    cleanGroupStocksEndpoint,
    ({ params, body, session }) => cleanGroup(deps, session.accountId, params.id, body?.expected),
    { callsOut: true },
  );
}
