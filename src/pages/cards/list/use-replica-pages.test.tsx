import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCatalogue } from '#contract/catalogue/catalogue.ts';
import { listCardsEndpoint } from '#contract/card-list.ts';
import { API_BASE } from '#contract/endpoint.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';
import { createMockFeed, mockCatalogueRow, type MockFeed } from '#tests/support/catalogue/mock-feed.ts';

let feed: MockFeed;

beforeEach(() => {
  feed = createMockFeed(120, 1000);
});
afterEach(() => {
  act(() => {
    catalogueStatus.clear();
    connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 });
  });
});

/** The device holds what the feed has, as of then. */
function showReplica(currentAtMs: number, isWhole = true) {
  const engine = createCatalogue();
  engine.put(feed.portion(null).columns);
  const current = { count: engine.size, bytes: 1000, currentAtMs, revision: engine.size + currentAtMs };
  catalogueStatus.set(
    { current: isWhole ? current : null, next: isWhole ? null : { rows: engine.size } },
    {
      query: async (asked) => {
        const query = listCardsEndpoint.query.parse(asked);
        const { count, rows } = engine.query(query, { offset: query.offset, limit: query.limit });
        return { count, results: rows, currentAtMs };
      },
      counters: async () => engine.counters(),
      suggest: async (search) => engine.suggest(search),
      refresh: () => undefined,
    },
  );
}

function cutServer() {
  mockServer.use(
    http.get(`*${API_BASE}${listCardsEndpoint.path}`, () => HttpResponse.error()),
    http.get(`*${API_BASE}/cards/counters/`, () => HttpResponse.error()),
    ...cardHandlers([]),
  );
}

it('without a connection any search is answered from the device, with the time of its data', async () => {
  cutServer();
  feed.put(mockCatalogueRow(7, { title: 'Чашка без ручки', state: 'DRAFT' }));
  showReplica(Date.parse('2026-11-20T09:43:00Z'));
  const { user } = renderApp('/home/cards');
  await user.type(await screen.findByRole('searchbox', { name: 'Поиск карточек' }), 'чашка');
  expect(await screen.findByText('Найдена 1 карточка')).toBeVisible();
  expect(screen.getByRole('link', { name: /Чашка без ручки/ })).toBeVisible();
  expect(screen.getByText(/12:43/, { selector: '[data-data-age]' })).toBeVisible();
  expect(screen.getByRole('link', { name: /^Черновики\s*1$/ })).toBeVisible();
});

it('RE-12: a replica that is not whole says nothing, least of all that there is nothing', async () => {
  cutServer();
  showReplica(Date.now(), false);
  renderApp('/home/cards?q=такого+нет');
  expect(await screen.findByText('Без связи этот поиск не выполнить')).toBeVisible();
  expect(screen.queryByText('Ничего не найдено')).not.toBeInTheDocument();
  // Whole, it may say so.
  act(() => showReplica(Date.now()));
  expect(await screen.findByText('Ничего не найдено')).toBeVisible();
});

it('what matches in the archive alone is said without a connection too', async () => {
  cutServer();
  feed.put(mockCatalogueRow(7, { title: 'Чашка без ручки', state: 'ARCHIVED' }));
  showReplica(Date.now());
  renderApp('/home/cards?q=чашка');
  expect(await screen.findByText('Нашлось только в архиве')).toBeVisible();
});

it('of the server and the device the later word is shown', async () => {
  mockServer.use(...cardHandlers([mockCard(1, { title: 'Кружка на сервере' })]));
  showReplica(Date.now() - 60_000);
  renderApp('/home/cards');
  expect(await screen.findByText('Кружка на сервере')).toBeVisible();
  feed = createMockFeed();
  feed.put(mockCatalogueRow(1, { title: 'Кружка, о которой сказала лента' }));
  act(() => showReplica(Date.now() + 60_000));
  expect(await screen.findByText('Кружка, о которой сказала лента')).toBeVisible();
});

it('what may have been meant comes from the device too, without a connection', async () => {
  cutServer();
  feed.put(mockCatalogueRow(7, { title: 'Чашка без ручки' }));
  showReplica(Date.now());
  const { user } = renderApp('/home/cards');
  await user.type(await screen.findByRole('searchbox', { name: 'Поиск карточек' }), 'чщшка');
  await user.click(await screen.findByRole('button', { name: 'Искать «чашка»' }));
  expect(await screen.findByRole('link', { name: /Чашка без ручки/ })).toBeVisible();
});
