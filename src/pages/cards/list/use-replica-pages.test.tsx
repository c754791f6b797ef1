import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listCardsEndpoint } from '#contract/card-list.ts';
import { API_BASE } from '#contract/endpoint.ts';
import { listRecentOrdersEndpoint } from '#contract/recent-orders.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';
import { renderPage } from '#tests/setup/render-page.tsx';
import { createMockFeed, mockCatalogueRow, type MockFeed } from '#tests/support/catalogue/mock-feed.ts';
import { showReplica } from '#tests/support/catalogue/show-replica.ts';
import { CardListPage } from './card-list-page.tsx';

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
  showReplica(feed, Date.parse('2026-11-20T09:43:00Z'));
  const { user } = renderApp('/home/cards');
  await user.type(await screen.findByRole('searchbox', { name: 'Поиск карточек' }), 'чашка');
  expect(await screen.findByText('Найдена 1 карточка')).toBeVisible();
  expect(screen.getByRole('link', { name: /Чашка без ручки/ })).toBeVisible();
  expect(screen.getByText(/12:43/, { selector: '[data-data-age]' })).toBeVisible();
  expect(screen.getByRole('link', { name: /^Черновики\s*1$/ })).toBeVisible();
});

it('RE-29: the order and the tab that are pointed at are asked of the device before they are pressed', async () => {
  cutServer();
  showReplica(feed, Date.now());
  const { user } = renderApp('/home/cards');
  const head = await screen.findByRole('button', { name: 'Цена' });
  const ask = vi.spyOn(catalogueStatus.source()!, 'query');
  await user.hover(head);
  expect(ask).toHaveBeenLastCalledWith(expect.objectContaining({ ordering: '-price', offset: '0' }));
  await user.hover(screen.getByRole('link', { name: /^Черновики/ }));
  expect(ask).toHaveBeenLastCalledWith(expect.objectContaining({ state: 'DRAFT', offset: '0' }));
});

it('without a connection cards with a tag of the marketplace are found on the device', async () => {
  cutServer();
  feed.put(mockCatalogueRow(7, { title: 'Чашка без ручки', wbTags: ['Вывод', 'Сезон'], tags: ['Хит'] }));
  showReplica(feed, Date.parse('2026-11-20T09:43:00Z'));
  renderApp('/home/cards?wbTag=Вывод&wbTag=Хит');
  expect(await screen.findByText('Найдена 1 карточка')).toBeVisible();
  expect(screen.getByRole('link', { name: /Чашка без ручки/ })).toBeVisible();
});

it('RE-12: a replica that is not whole says nothing, least of all that there is nothing', async () => {
  cutServer();
  showReplica(feed, Date.now(), false);
  renderApp('/home/cards?q=такого+нет');
  expect(await screen.findByText('Без связи этот поиск не выполнить')).toBeVisible();
  expect(screen.queryByText('Ничего не найдено')).not.toBeInTheDocument();
  // Whole, it may say so.
  act(() => showReplica(feed, Date.now()));
  expect(await screen.findByText('Ничего не найдено')).toBeVisible();
});

it('RE-30: while the device is filled the list is not drawn for each portion', async () => {
  const drawn = vi.fn();
  renderPage(
    <Profiler id="list" onRender={drawn}>
      <CardListPage />
    </Profiler>,
    '/home/cards',
  );
  await screen.findByText('Кружка керамическая 1');
  await screen.findByRole('link', { name: /^Все\s*3$/ });
  act(() => showReplica(feed, Date.now(), false));
  drawn.mockClear();
  for (let id = 200; id < 205; id += 1) {
    feed.put(mockCatalogueRow(id));
    act(() => showReplica(feed, Date.now(), false));
  }
  expect(drawn).not.toHaveBeenCalled();
});

it('what matches in the archive alone is said without a connection too', async () => {
  cutServer();
  feed.put(mockCatalogueRow(7, { title: 'Чашка без ручки', state: 'ARCHIVED' }));
  showReplica(feed, Date.now());
  renderApp('/home/cards?q=чашка');
  expect(await screen.findByText('Нашлось только в архиве')).toBeVisible();
});

it('of the server and the device the later word is shown', async () => {
  mockServer.use(...cardHandlers([mockCard(1, { title: 'Кружка на сервере' })]));
  showReplica(feed, Date.now() - 60_000);
  renderApp('/home/cards');
  expect(await screen.findByText('Кружка на сервере')).toBeVisible();
  feed = createMockFeed();
  feed.put(mockCatalogueRow(1, { title: 'Кружка, о которой сказала лента' }));
  act(() => showReplica(feed, Date.now() + 60_000));
  expect(await screen.findByText('Кружка, о которой сказала лента')).toBeVisible();
});

it('RE-34: while an edit of a card waits, the device is believed, which has it in its place, and the server when it has gone', async () => {
  mockServer.use(
    // The server is there, so the list believes it, and the edit stays where it is.
    http.patch(`*${API_BASE}/cards/:id/`, () =>
      HttpResponse.json({ detail: ['Много'] }, { status: 429, headers: { 'retry-after': '600' } }),
    ),
    ...cardHandlers([mockCard(1, { title: 'Кружка на сервере' })]),
  );
  feed = createMockFeed();
  // As the device lays the edit over what the server has said.
  feed.put(mockCatalogueRow(1, { title: 'Чашка', hasUnsentChanges: true }));
  showReplica(feed, Date.now() - 60_000);
  renderApp('/home/cards?q=кружка');
  expect(await screen.findByText('Кружка на сервере')).toBeVisible();
  // The mocked server counts none.
  const unsent = () => screen.getByRole('link', { name: /^Не отправлены/ });
  await waitFor(() => expect(unsent()).toHaveAccessibleName('Не отправлены'));
  const edit = { entity: 'card', kind: 'update', title: 'Чашка', baseVersion: 1 } as const;
  await act(async () => {
    const waiting = outbox.enqueue({
      ...edit,
      entityId: 1,
      patch: { title: 'Чашка' },
      base: { title: 'Кружка на сервере' },
    });
    waiting.catch(() => undefined);
    await vi.waitFor(() => expect(outbox.getContent().records).toHaveLength(1));
  });
  expect(await screen.findByText('Ничего не найдено')).toBeVisible();
  await waitFor(() => expect(unsent()).toHaveAccessibleName(/1$/));
  // Not while it is being sent, which it is for a moment.
  const giveUp = async () =>
    await vi.waitFor(async () =>
      expect(await outbox.discard(outbox.getContent().records[0]?.id ?? '')).toBe(true),
    );
  await act(giveUp);
  expect(await screen.findByText('Кружка на сервере')).toBeVisible();
  await waitFor(() => expect(unsent()).toHaveAccessibleName('Не отправлены'));
});

it('what may have been meant comes from the device too, without a connection', async () => {
  cutServer();
  feed.put(mockCatalogueRow(7, { title: 'Чашка без ручки' }));
  showReplica(feed, Date.now());
  const { user } = renderApp('/home/cards');
  await user.type(await screen.findByRole('searchbox', { name: 'Поиск карточек' }), 'чщшка');
  await user.click(await screen.findByRole('button', { name: 'Искать «чашка»' }));
  expect(await screen.findByRole('link', { name: /Чашка без ручки/ })).toBeVisible();
});

it('an order by orders is asked of the server, and says so without a connection', async () => {
  showReplica(feed, Date.now());
  const asked: string[] = [];
  mockServer.use(
    mock(listRecentOrdersEndpoint, () => []),
    mock(listCardsEndpoint, ({ query }) => {
      asked.push(query.ordering);
      return { count: 1, next: null, previous: null, results: [{ ...mockCard(41), photo: null }] };
    }),
  );
  const { user } = renderApp('/home/cards?ordering=-orders&columns=orders.updated');
  expect(await screen.findByRole('link', { name: /керамическая 41/ })).toBeVisible();
  expect(asked).toContain('-orders');
  const head = () => screen.getByRole('columnheader', { name: /Заказы, 7 дней/ });
  expect(head()).toHaveAttribute('aria-sort', 'descending');
  cutServer();
  await user.click(within(head()).getByRole('button'));
  expect(await screen.findByText('Без связи по заказам не упорядочить')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Показать по дате обновления' }));
  expect(await screen.findByRole('columnheader', { name: /Обновлена/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  expect(screen.getByRole('link', { name: /керамическая 120/ })).toBeVisible();
});
