import { screen } from '@testing-library/react';
import { getProfitEndpoint, listProfitCardsEndpoint, type Profit } from '#contract/analytics.ts';
import type { EndpointQuery } from '#contract/endpoint.ts';
import { addDays, moscowDay } from '#lib/dates.ts';
import { mockSide, mockTotals } from '#tests/mocks/analytics.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ProfitPage } from '#pages/analytics/profit-page.tsx';

/** Thousands are joined by non-breaking spaces on the screen. */
export const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
export const address = '/home/analytics/profit';
export const yesterday = addDays(moscowDay(Date.now()), -1);
/** What the mocks answer when no days are asked for. */
export const reportedDays = { from: '2026-11-02', to: '2026-11-15' };
export const NOTHING = mockTotals({ orders: 0, buyouts: 0, returns: 0, payoutKopecks: 0 });

export async function openProfit(search = '') {
  const app = renderPage(<ProfitPage />, address + search);
  const tiles = await screen.findByRole('region', { name: 'Итоги периода' });
  return { ...app, tiles };
}

/** Watches what the screen asks of the server. */
export function watchProfit(response: Partial<Profit> = {}) {
  const asked: EndpointQuery<typeof getProfitEndpoint>[] = [];
  mockServer.use(
    mock(getProfitEndpoint, ({ query }) => {
      asked.push(query);
      const { from = reportedDays.from, to = reportedDays.to } = query;
      return {
        basis: query.basis,
        SELECTED: mockSide(from, to, mockTotals()),
        PREVIOUS: mockSide(
          addDays(from, -14),
          addDays(to, -14),
          mockTotals({ orders: 0, profitKopecks: 300_000_00 }),
        ),
        cardsWithoutCostPrice: 0,
        reportedUntil: null,
        syncedAt: null,
        ...response,
      };
    }),
  );
  return asked;
}

export function watchCards() {
  const asked: EndpointQuery<typeof listProfitCardsEndpoint>[] = [];
  mockServer.use(
    mock(listProfitCardsEndpoint, ({ query }) => {
      asked.push(query);
      return { count: 0, next: null, previous: null, results: [] };
    }),
  );
  return asked;
}

/** Accessible names have plain spaces. */
export function plainName(text: string): RegExp {
  return new RegExp(text.replaceAll(/\s/g, '.'));
}
