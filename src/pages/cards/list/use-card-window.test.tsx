import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { listCardsEndpoint } from '#contract/card-list.ts';
import { API_BASE } from '#contract/endpoint.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CutOffNotice } from './cut-off-notice.tsx';
import { parseCardListState } from './card-list-address.ts';
import { useCardWindow } from './use-card-window.ts';

const STATE = parseCardListState(new URLSearchParams());
const CARDS = Array.from({ length: 120 }, (_, index) => mockCard(index + 1));

/** A list that has been scrolled to its second page. */
function ScrolledList() {
  const cards = useCardWindow(STATE);
  const { count, onRangeChange } = cards;
  useEffect(() => {
    if (count !== undefined) onRangeChange(60, 80);
  }, [count, onRangeChange]);
  return cards.isCutOff ? <CutOffNotice onRetry={cards.retry} /> : <p>{cards.rowAt(60)?.title ?? 'Ждём'}</p>;
}

afterEach(() => act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 })));

it('rows beyond what is kept are said to be missing while there is no connection, and come with it', async () => {
  let isOnline = false;
  mockServer.use(
    http.get(`*${API_BASE}${listCardsEndpoint.path}`, ({ request }) => {
      const isFirst = (new URL(request.url).searchParams.get('offset') ?? '0') === '0';
      return isFirst || isOnline ? undefined : HttpResponse.error();
    }),
    ...cardHandlers(CARDS),
  );
  const { queryClient } = renderPage(<ScrolledList />, '/home/cards');
  act(() => connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 1 }));
  expect(await screen.findByText(/^Этих карточек нет на устройстве/, {}, { timeout: 30_000 })).toBeVisible();
  isOnline = true;
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
  await act(() => queryClient.refetchQueries({ type: 'active' }));
  expect(await screen.findByText(CARDS[60]!.title)).toBeVisible();
}, 15_000);
