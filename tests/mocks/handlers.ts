import type { HttpHandler } from 'msw';
import { analyticsHandlers } from './analytics.ts';
import { authHandlers } from './auth.ts';
import { cardTemplateHandlers } from './card-templates.ts';
import { cardViewHandlers } from './card-views.ts';
import { cardHandlers } from './cards.ts';
import { copyingHandlers } from './copying-history.ts';
import { groupMoveHandlers } from './group-move-history.ts';
import { priceWatchHandlers } from './price-watch.ts';
import { promotionHandlers } from './promotions.ts';
import { shipmentHandlers } from './shipments.ts';
import { shopHandlers } from './shops.ts';
import { systemHandlers } from './system.ts';
import { ownCostRateHandlers } from './own-cost-rates.ts';
import { ownCostHandlers } from './own-costs.ts';
import { taxpayerHandlers } from './taxpayers.ts';
import { userHandlers } from './users.ts';
import { warehouseHandlers } from './warehouses.ts';
import { weeklyReportHandlers } from './weekly-reports.ts';

/** A whole small server with fresh data: a change made by one request is seen by the next. */
export function createHandlers(): HttpHandler[] {
  return [
    ...authHandlers(),
    ...userHandlers(),
    ...ownCostHandlers(),
    ...ownCostRateHandlers(),
    ...taxpayerHandlers(),
    // Before the cards: `copies` is no card's number.
    ...copyingHandlers(),
    ...groupMoveHandlers(),
    ...cardHandlers(),
    ...cardTemplateHandlers(),
    ...cardViewHandlers(),
    ...shipmentHandlers(),
    ...shopHandlers(),
    ...warehouseHandlers(),
    ...priceWatchHandlers(),
    ...promotionHandlers(),
    ...analyticsHandlers(),
    ...weeklyReportHandlers(),
    ...systemHandlers(),
  ];
}
