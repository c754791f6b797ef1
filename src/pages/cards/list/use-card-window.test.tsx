import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listCardsEndpoint } from '#contract/card-list.ts';
import { API_BASE } from '#contract/endpoint.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CutOffNotice } from './cut-off-notice.tsx';
import { parseCardListState } from './card-list-address.ts';
import { useCardWindow, type CardWindow } from './use-card-window.ts';

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

afterEach(() => {
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
});

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

describe('the page that comes next', () => {
  const asked: number[] = [];
  const aborted: number[] = [];
  /** Later pages are never answered: what is asked for stays on its way until it is given up. */
  const holdLaterPages = () =>
    mockServer.use(
      http.get(`*${API_BASE}${listCardsEndpoint.path}`, async ({ request }) => {
        const offset = Number(new URL(request.url).searchParams.get('offset') ?? '0');
        if (offset === 0) return undefined;
        asked.push(offset);
        await new Promise<void>((done) => request.signal.addEventListener('abort', () => done()));
        aborted.push(offset);
        return HttpResponse.error();
      }),
      ...cardHandlers(Array.from({ length: 300 }, (_, index) => mockCard(index + 1))),
    );
  let cards: CardWindow | undefined;
  function List() {
    const shown = useCardWindow(STATE);
    useEffect(() => {
      cards = shown;
    });
    return <p>{shown.count === undefined ? 'Ждём' : `Всего ${shown.count}, ${String(shown.isFetching)}`}</p>;
  }
  const scrollTo = (first: number, last: number) => act(() => cards?.onRangeChange(first, last));

  beforeEach(() => {
    asked.length = 0;
    aborted.length = 0;
  });

  it('is asked for ahead, once the list moves, and does not make it busy', async () => {
    holdLaterPages();
    renderPage(<List />, '/home/cards');
    expect(await screen.findByText('Всего 300, false')).toBeVisible();
    scrollTo(0, 14);
    // Rows beyond those in sight are drawn later; nobody has moved the list.
    scrollTo(0, 22);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toEqual([]);
    scrollTo(5, 27);
    await waitFor(() => expect(asked).toEqual([50]));
    expect(screen.getByText('Всего 300, false')).toBeVisible();
    expect(cards?.loadedIds).toHaveLength(50);
  });

  it('is no longer asked for once it has been passed, and is taken over once it is in sight', async () => {
    holdLaterPages();
    renderPage(<List />, '/home/cards');
    expect(await screen.findByText('Всего 300, false')).toBeVisible();
    scrollTo(0, 20);
    scrollTo(10, 30);
    await waitFor(() => expect(asked).toEqual([50]));
    scrollTo(40, 60);
    await waitFor(() => expect(asked).toEqual([50, 100]));
    expect(aborted).toEqual([]);
    scrollTo(210, 230);
    await waitFor(() => expect(aborted.toSorted((a, b) => a - b)).toEqual([50, 100]));
    await waitFor(() => expect(asked).toEqual([50, 100, 200, 250]));
    scrollTo(204, 224);
    await waitFor(() => expect(asked).toEqual([50, 100, 200, 250, 150]));
    await waitFor(() => expect(aborted).toContain(250));
    expect(aborted).not.toContain(200);
  });
});
