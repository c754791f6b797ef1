import type { HttpHandler } from 'msw';
import {
  createOwnCostRateEndpoint,
  deleteOwnCostRateEndpoint,
  listOwnCostRatesEndpoint,
  updateOwnCostRateEndpoint,
  type OwnCostRate,
} from '#contract/own-cost-rates.ts';
import { mock, mockError } from './mock-endpoint.ts';

export function ownCostRateHandlers(): HttpHandler[] {
  const rates = new Map<number, OwnCostRate>();
  const updatedAt = '2026-11-20T14:05:00+03:00';
  return [
    mock(listOwnCostRatesEndpoint, ({ query }) =>
      [...rates.values()].filter(({ from, to }) => from <= query.to && (to === null || to >= query.from)),
    ),
    mock(createOwnCostRateEndpoint, ({ body }) => {
      const rate = { ...body, id: rates.size + 1, version: 1, updatedAt };
      rates.set(rate.id, rate);
      return rate;
    }),
    mock(updateOwnCostRateEndpoint, ({ params, body }) => {
      const current = rates.get(params.id);
      if (!current) return mockError(404, { code: 'not_found', detail: ['Расход не найден'] });
      const rate = { ...body, id: current.id, version: current.version + 1, updatedAt };
      rates.set(rate.id, rate);
      return rate;
    }),
    mock(deleteOwnCostRateEndpoint, ({ params }) => {
      rates.delete(params.id);
      return undefined;
    }),
  ];
}
