import type { HttpHandler } from 'msw';
import {
  getPriceFloorEndpoint,
  listBelowFloorEndpoint,
  listPriceChangesEndpoint,
  markPriceChangesSeenEndpoint,
  setPriceFloorEndpoint,
} from '#contract/price-watch.ts';
import { mock } from './mock-endpoint.ts';

export function priceWatchHandlers(): HttpHandler[] {
  const empty = { count: 0, next: null, previous: null, results: [] };
  return [
    mock(getPriceFloorEndpoint, () => ({
      floorKopecks: null,
      overCostBasisPoints: null,
      lowestKopecks: null,
    })),
    mock(setPriceFloorEndpoint, ({ body }) => ({ ...body, lowestKopecks: body.floorKopecks })),
    mock(listBelowFloorEndpoint, () => empty),
    mock(listPriceChangesEndpoint, () => ({ ...empty, unseenCount: 0 })),
    mock(markPriceChangesSeenEndpoint, () => undefined),
  ];
}
