import type { FastifyInstance } from 'fastify';
import { readCardStocks, sendCardStocks } from '#contract/card-sending.ts';
import { cleanGroupStocks, previewGroupCleaning, readGroupStocks } from '#contract/warehouses.ts';
import { cardOr404 } from '#server/cards/card-writes.ts';
import { serve } from '#server/http/serve.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { cleanGroup, previewCleaning, readCleaning } from './clean-group.ts';
import { readStocksOfCard } from './read-card-stocks.ts';
import { sendStocks } from './send-stocks.ts';

export function registerStockRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readCardStocks, async ({ params, session, db }) => {
    await cardOr404(db, session.accountId, params.id);
    return await readStocksOfCard(deps, session.accountId, params.id);
  });

  serve(
    app,
    sendCardStocks,
    async ({ params, body, session, db }) => {
      await cardOr404(db, session.accountId, params.id);
      // Sizes are looked for in this card only: another card's size is answered as not found.
      const stocks = body.stocks.map((row) => ({ ...row, cardId: params.id }));
      return await sendStocks(deps, session.accountId, stocks);
    },
    { callsOut: true },
  );

  serve(app, previewGroupCleaning, ({ params, session, db }) =>
    previewCleaning(db, session.accountId, params.id),
  );

  serve(app, readGroupStocks, ({ params, session }) => readCleaning(deps, session.accountId, params.id));

  serve(
    app,
    cleanGroupStocks,
    ({ params, body, session }) => cleanGroup(deps, session.accountId, params.id, body?.expected),
    { callsOut: true },
  );
}
