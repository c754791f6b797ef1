import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listCardsEndpoint } from '#contract/card-list.ts';
import { API_BASE } from '#contract/endpoint.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';
import { createMockFeed, mockCatalogueRow } from '#tests/support/catalogue/mock-feed.ts';
import { showReplica } from '#tests/support/catalogue/show-replica.ts';

const SETTINGS = '/home/account/settings';
const PALETTE = 'Найти экран или карточку';

/** What the server answers to a search, when the test lets it. */
function respondToSearches(responses: Record<string, Promise<unknown> | undefined>) {
  mockServer.use(
    mock(listCardsEndpoint, async ({ query }) => {
      const search = query.search ?? '';
      await responses[search];
      const id = search.length;
      return {
        count: 1,
        next: null,
        previous: null,
        results: [{ ...mockCard(id, { title: `Найдено по «${search}»` }), photo: null }],
      };
    }),
  );
}

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

async function openPalette() {
  const app = renderApp(SETTINGS);
  await screen.findByRole('heading', { name: 'Настройки' });
  await app.user.keyboard('{Control>}k{/Control}');
  return app;
}

describe('the palette', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('takes the focus with the key itself: what is typed at once never reaches the field below', async () => {
    renderApp(SETTINGS);
    await screen.findByRole('heading', { name: 'Настройки' });
    const below = document.createElement('input');
    document.body.append(below);
    below.focus();
    fireEvent.keyDown(below, { code: 'KeyK', key: 'k', ctrlKey: true });
    // Nothing is awaited here: the next key may follow before any code has come over the network.
    const focused = document.activeElement;
    below.remove();
    expect(focused).toBe(within(screen.getByRole('dialog', { name: PALETTE })).getByRole('combobox'));
  });

  it('waits with Enter for the answer to what is typed', async () => {
    const slow = gate();
    respondToSearches({ кружка: slow.opened });
    const { user, address } = await openPalette();
    await user.keyboard('кружка{Enter}');
    expect(address()).toBe(SETTINGS);
    slow.open();
    await waitFor(() => expect(address()).toBe('/home/cards/edit?id=6'));
  });

  it('never opens what an earlier text had found', async () => {
    const slow = gate();
    respondToSearches({ кружками: slow.opened });
    const { user, address } = await openPalette();
    await user.keyboard('кружка');
    await screen.findByRole('option', { name: /Найдено по «кружка»/ });
    await user.keyboard('{Backspace}ами{Enter}');
    expect(address()).toBe(SETTINGS);
    slow.open();
    await waitFor(() => expect(address()).toBe('/home/cards/edit?id=8'));
  });

  it('gives up the Enter when the text is changed or the arrows are used after it', async () => {
    const slow = gate();
    respondToSearches({ кружка: slow.opened });
    const { user, address } = await openPalette();
    await user.keyboard('кружка{Enter}{ArrowDown}');
    slow.open();
    await screen.findByRole('option', { name: /Найдено по «кружка»/ });
    expect(address()).toBe(SETTINGS);
  });

  it('says that nothing was found and opens nothing', async () => {
    mockServer.use(mock(listCardsEndpoint, () => ({ count: 0, next: null, previous: null, results: [] })));
    const { user, address } = await openPalette();
    await user.keyboard('ыыыы{Enter}');
    expect(await screen.findByText('Ничего не нашлось')).toBeInTheDocument();
    expect(address()).toBe(SETTINGS);
  });

  it('has what may have been meant by a slip one press away, and does not press by itself', async () => {
    mockServer.use(...cardHandlers());
    const { user, address } = await openPalette();
    await user.keyboard('кржука{Enter}');
    expect(await screen.findByText('Ничего не нашлось')).toBeInTheDocument();
    expect(await screen.findByRole('option', { name: /Искать «кружка»/ })).toBeVisible();
    const field = within(screen.getByRole('dialog', { name: PALETTE })).getByRole('combobox');
    expect(field).toHaveValue('кржука');
    await user.keyboard('{Enter}');
    expect(field).toHaveValue('кружка');
    expect(await screen.findByRole('option', { name: /Кружка керамическая 1/ })).toBeVisible();
    expect(address()).toBe(SETTINGS);
  });

  it('is answered from the device with each key where it holds the whole list, and asks no server', async () => {
    const asked: string[] = [];
    mockServer.use(
      mock(listCardsEndpoint, ({ query }) => {
        asked.push(query.search ?? '');
        return { count: 0, next: null, previous: null, results: [] };
      }),
    );
    const { user, address } = await openPalette();
    act(() =>
      catalogueStatus.set(
        { current: { count: 1, bytes: 1, currentAtMs: 1, revision: 1 }, next: null },
        {
          query: async ({ search }) => ({
            count: 1,
            results: [{ ...mockCard(7, { title: `На устройстве «${String(search)}»` }), photo: null }],
            currentAtMs: 1,
          }),
          counters: async () => undefined,
          answered: () => undefined,
          suggest: async () => undefined,
          refresh: () => undefined,
        },
      ),
    );
    try {
      await user.keyboard('чашка');
      expect(await screen.findByRole('option', { name: /На устройстве «чашка»/ })).toBeVisible();
      await user.keyboard('{Enter}');
      await waitFor(() => expect(address()).toBe('/home/cards/edit?id=7'));
      expect(asked.filter((search) => search !== '')).toEqual([]);
    } finally {
      act(() => catalogueStatus.clear());
    }
  });

  it('RS-06: finds with the server dead what the device holds, and says what it cannot while the list is not whole', async () => {
    mockServer.use(http.get(`*${API_BASE}${listCardsEndpoint.path}`, () => HttpResponse.error()));
    const feed = createMockFeed(20, 1000);
    feed.put(mockCatalogueRow(7, { title: 'Чашка без ручки' }));
    const { user, address } = await openPalette();
    act(() => {
      connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 });
      showReplica(feed, Date.now(), false);
    });
    try {
      await user.keyboard('чашк');
      expect(await screen.findByText(/Карточки сейчас не найти/)).toBeInTheDocument();
      act(() => showReplica(feed, Date.now()));
      await user.keyboard('а');
      expect(await screen.findByRole('option', { name: /Чашка без ручки/ })).toBeVisible();
      await user.keyboard('{Enter}');
      await waitFor(() => expect(address()).toBe('/home/cards/edit?id=7'));
    } finally {
      act(() => {
        catalogueStatus.clear();
        connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 });
      });
    }
  });

  it('that cannot be answered says so instead of «Ничего не нашлось»', async () => {
    mockServer.use(mock(listCardsEndpoint, () => mockError(503, {})));
    const { user, address } = await openPalette();
    await user.keyboard('кружка{Enter}');
    expect(await screen.findByText(/Карточки сейчас не найти/)).toBeInTheDocument();
    expect(screen.queryByText('Ничего не нашлось')).not.toBeInTheDocument();
    expect(address()).toBe(SETTINGS);
  });
});
