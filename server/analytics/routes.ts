import type { FastifyInstance } from 'fastify';
import {
  getCardStatisticsEndpoint,
  getProfitEndpoint,
  listProfitCardsEndpoint,
  listProfitShopsEndpoint,
} from '#contract/analytics.ts';
import { getCardFunnelEndpoint } from '#contract/card-funnel.ts';
import { listProfitPartsEndpoint, listProfitRowsEndpoint } from '#contract/profit-parts.ts';
import { listVatThresholdsEndpoint } from '#contract/taxpayers.ts';
import { getVatIncomeEndpoint } from '#contract/vat-income.ts';
import { listRowProfitsEndpoint } from '#contract/bulk-edit-profits.ts';
import { getCardEconomicsEndpoint } from '#contract/unit-economics.ts';
import { listStockMoneyEndpoint } from '#contract/stock-money.ts';
import { listStockPartsEndpoint, listStockRowsEndpoint } from '#contract/stock-parts.ts';
import { listRecentOrdersEndpoint } from '#contract/recent-orders.ts';
import { bulkEditOr404 } from '#server/bulk-edits/repository.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { pageLinks } from '#server/http/page-links.ts';
import { serve } from '#server/http/serve.ts';
import { keepCards } from './kept-cards.ts';
import { keepCatchingUp, reckonAhead } from './reckon-ahead.ts';
import type { ReckonCards } from './reckon-cards.ts';
import { readCardFunnel } from './read-card-funnel.ts';
import { readCardStatistics } from './read-card-statistics.ts';
import { readProfit } from './read-profit.ts';
import { readProfitCards } from './read-profit-cards.ts';
import { readProfitParts } from './read-profit-parts.ts';
import { readProfitRows } from './read-profit-rows.ts';
import { readProfitShops } from './read-profit-shops.ts';
import { readStockMoney } from './read-stock-money.ts';
import { readStockParts, readStockRows } from './read-stock-parts.ts';
import { readVatIncome } from './read-vat-income.ts';
import { readVatThresholds } from './read-vat-thresholds.ts';
import { findRowProfits } from './bulk-edit-profits.ts';
import { readCardEconomics } from './read-unit-economics.ts';
import { findRecentOrders } from './recent-orders.ts';
import { requestedPeriod } from './requested-period.ts';

export function registerAnalyticsRoutes(app: FastifyInstance, deps: Deps): void {
  const reckonCards = reckonCardsFor(app, deps);

  serve(app, getProfitEndpoint, ({ db, session, query }) => readProfit(db, session, query));

  serve(app, listProfitCardsEndpoint, async ({ db, session, query, request }) => {
    const page = await readProfitCards(db, session, query, reckonCards);
    return { ...page, ...pageLinks(request.url, { ...query, count: page.count }) };
  });

  serve(app, listProfitShopsEndpoint, ({ db, session, query }) => readProfitShops(db, session, query));

  serve(app, listProfitPartsEndpoint, ({ db, session, query }) =>
    readProfitParts(db, session.accountId, query),
  );

  serve(app, listProfitRowsEndpoint, async ({ db, session, query, request }) => {
    const { count, results } = await readProfitRows(db, session.accountId, query);
    return { count, ...pageLinks(request.url, { ...query, count }), results };
  });

  serve(app, listStockMoneyEndpoint, async ({ db, session, query, request }) => {
    const { count, ...found } = await readStockMoney(db, session.accountId, query);
    return { count, ...pageLinks(request.url, { ...query, count }), ...found };
  });

  serve(app, listStockPartsEndpoint, ({ db, session, query }) =>
    readStockParts(db, session.accountId, query),
  );

  serve(app, listStockRowsEndpoint, async ({ db, session, query, request }) => {
    const { count, results } = await readStockRows(db, session.accountId, query);
    return { count, ...pageLinks(request.url, { ...query, count }), results };
  });

  serve(app, getCardStatisticsEndpoint, async ({ db, session, params, query }) =>
    readCardStatistics(db, session.accountId, params.id, requestedPeriod(query)),
  );

  serve(app, getCardFunnelEndpoint, ({ db, session: { accountId }, params, query }) =>
    readCardFunnel(
      db,
      accountId,
      params.id,
      requestedPeriod(query),
      (shopId) => deps.marketplace.forShop(db, accountId, shopId),
      query.shopId,
    ),
  );

  serve(app, listRowProfitsEndpoint, async ({ params, query, session, db }) => {
    await bulkEditOr404(db, session.accountId, params.id);
    return await findRowProfits(db, session, params.id, query.cardId ?? []);
  });

  serve(app, getCardEconomicsEndpoint, ({ db, session, params, query }) =>
    readCardEconomics(db, session, params.id, {
      ...query,
      costPriceKopecks: query.costPriceKopecks ?? null,
    }),
  );

  serve(app, listVatThresholdsEndpoint, ({ db, session }) =>
    readVatThresholds(db, session.accountId, new Date()),
  );

  serve(app, getVatIncomeEndpoint, ({ db, session, params }) =>
    readVatIncome(db, session.accountId, params.id, new Date()),
  );

  serve(app, listRecentOrdersEndpoint, ({ db, session, query }) =>
    findRecentOrders(db, session.accountId, query.card),
  );
}

/** The embedded database has one connection: what nobody has asked for would come between what people do. */
function reckonCardsFor(app: FastifyInstance, { database, log }: Deps): ReckonCards {
  const kept = keepCards(database);
  if (database.kind === 'embedded') return kept;
  const ahead = reckonAhead(database, kept);
  const catchingUp = keepCatchingUp(ahead, log);
  app.addHook('onClose', () => catchingUp.stop());
  return ahead.reckonCards;
}
