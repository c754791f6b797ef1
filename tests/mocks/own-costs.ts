import type { HttpHandler } from 'msw';
import {
  createOwnCostEndpoint,
  deleteOwnCostEndpoint,
  listOwnCostsEndpoint,
  updateOwnCostEndpoint,
  type OwnCost,
} from '#contract/own-costs.ts';
import { mock, mockError } from './mock-endpoint.ts';

export function ownCostHandlers(): HttpHandler[] {
  const costs = new Map<number, OwnCost>();
  const updatedAt = '2026-11-20T14:05:00+03:00';
  return [
    mock(listOwnCostsEndpoint, ({ query }) =>
      [...costs.values()].filter(({ from, to }) => to >= query.from && from <= query.to),
    ),
    mock(createOwnCostEndpoint, ({ body }) => {
      const cost = { ...body, id: costs.size + 1, version: 1, updatedAt };
      costs.set(cost.id, cost);
      return cost;
    }),
    mock(updateOwnCostEndpoint, ({ params, body }) => {
      const current = costs.get(params.id);
      if (!current) return mockError(404, { code: 'not_found', detail: ['Расход не найден'] });
      const cost = { ...body, id: current.id, version: current.version + 1, updatedAt };
      costs.set(cost.id, cost);
      return cost;
    }),
    mock(deleteOwnCostEndpoint, ({ params }) => {
      costs.delete(params.id);
      return undefined;
    }),
  ];
}
