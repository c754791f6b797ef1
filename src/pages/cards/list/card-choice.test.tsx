import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listCardsEndpoint } from '#contract/card-list.ts';
import {
  archiveCardsEndpoint,
  getCardOperationEndpoint,
  type CardSelection,
} from '#contract/card-operations.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { cardHandlers, mockCard, mockCardRow } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardListPage } from './card-list-page.tsx';

const ROW_PX = 64;

function cards(count: number, changes: Parameters<typeof mockCard>[1] = {}, firstId = 1) {
  return Array.from({ length: count }, (_, index) => mockCard(firstId + index, changes));
}

const box = (id: number) => screen.findByRole('checkbox', { name: `Выбрать «Кружка керамическая ${id}»` });
const bar = () => screen.queryByRole('region', { name: 'Действия с выбранным' });

/** What the page asks to move, before the server does it. */
function watchArchive(): CardSelection[] {
  const asked: CardSelection[] = [];
  mockServer.events.on('request:start', ({ request }) => {
    if (!request.url.includes('/cards/archive/')) return;
    void request
      .clone()
      .json()
      .then((body: { selection: CardSelection }) => asked.push(body.selection));
  });
  return asked;
}

afterEach(() => {
  vi.restoreAllMocks();
  mockServer.events.removeAllListeners();
});

describe('a choice of cards', () => {
  it('of all in one tab is gone in another tab, and does not come back with Back', async () => {
    mockServer.use(...cardHandlers([...cards(5), ...cards(3, { state: 'DRAFT' }, 100)]));
    const { user, router } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await box(1));
    await user.click(await screen.findByRole('button', { name: /^Выбрать все\s8$/ }));
    expect(await screen.findByText(/^Выбрано\s8$/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: /^Черновики/ }));
    expect(await box(100)).not.toBeChecked();
    expect(bar()).toBeNull();
    await act(() => router.navigate(-1));
    expect(await box(1)).not.toBeChecked();
    expect(bar()).toBeNull();
  });

  it('made by hand is gone after a search, and with it the send dialog after Back', async () => {
    const { user, router } = renderPage(<CardListPage />, '/home/cards?state=PUBLISHED');
    await act(() => router.navigate('/home/cards'));
    await user.click(await box(1));
    await user.click(await screen.findByRole('button', { name: 'Отправить в магазины' }));
    await screen.findByRole('dialog');
    await act(() => router.navigate(-1));
    expect(await box(1)).not.toBeChecked();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(await box(2));
    await user.type(screen.getByRole('searchbox'), 'керамическая 3');
    expect(await box(3)).not.toBeChecked();
    await waitFor(() => expect(bar()).toBeNull());
  });

  it('of all but three stays all but three, and the server is told how many that is', async () => {
    mockServer.use(...cardHandlers(cards(60)));
    const asked = watchArchive();
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await box(1));
    await user.click(await screen.findByRole('button', { name: /^Выбрать все\s60$/ }));
    for (const id of [2, 4, 6]) await user.click(await box(id));
    expect(await screen.findByText(/^Выбрано\s57$/)).toBeVisible();
    expect(await box(1)).toBeChecked();
    expect(await box(4)).not.toBeChecked();
    await user.click(await screen.findByRole('button', { name: 'В архив' }));
    expect(await screen.findByText(/^В архиве: 57\s/)).toBeVisible();
    expect(asked).toEqual([{ filter: {}, except: [2, 4, 6], expected_count: 57 }]);
  });

  it('takes a range with Shift, and gives it back', async () => {
    mockServer.use(...cardHandlers(cards(20)));
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await box(3));
    await user.keyboard('{Shift>}');
    await user.click(await box(8));
    await user.keyboard('{/Shift}');
    expect(await screen.findByText(/^Выбрано\s6$/)).toBeVisible();
    expect(await box(5)).toBeChecked();
    await user.click(await box(4));
    await user.keyboard('{Shift>}');
    await user.click(await box(6));
    await user.keyboard('{/Shift}');
    expect(await screen.findByText(/^Выбрано\s3$/)).toBeVisible();
  });

  it('takes a range with Shift over rows that were never loaded', async () => {
    mockServer.use(...cardHandlers(cards(400)));
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await box(2));
    vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, -300 * ROW_PX, 0, 0),
    );
    act(() => void window.dispatchEvent(new Event('scroll')));
    const last = await box(305);
    await user.keyboard('{Shift>}');
    await user.click(last);
    await user.keyboard('{/Shift}');
    expect(await screen.findByText(/^Выбрано\s304$/)).toBeVisible();
  });

  it('that is another number of cards by now is refused in words, made again on the list as it is', async () => {
    mockServer.use(...cardHandlers(cards(3)));
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await box(1));
    await user.click(await screen.findByRole('button', { name: /^Выбрать все\s3$/ }));
    mockServer.use(...cardHandlers(cards(7)));
    await user.click(await screen.findByRole('button', { name: 'В архив' }));
    expect(await screen.findByText(/^Выбрано 3, стало 7\. Проверьте список/)).toBeVisible();
    expect(await box(7)).not.toBeChecked();
    expect(bar()).toBeNull();
  });

  it('of any size is taken back out of the archive by the number of the operation', async () => {
    mockServer.use(...cardHandlers(cards(3)));
    mockServer.use(
      mock(archiveCardsEndpoint, () => ({ ids: [1], count: 12_000, operationId: 1, isDone: true })),
    );
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await box(1));
    await user.click(await screen.findByRole('button', { name: 'В архив' }));
    expect(await screen.findByText(/^В архиве: 12\s000\s/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
    expect(await screen.findByText(/^Возвращено из архива: 0\s/)).toBeVisible();
  });

  it('that goes on after the answer is followed to its end, through a moment without a server', async () => {
    let asked = 0;
    mockServer.use(...cardHandlers(cards(3)));
    mockServer.use(
      mock(archiveCardsEndpoint, () => ({ ids: [1], count: 4_000, operationId: 9, isDone: false })),
      mock(getCardOperationEndpoint, () => {
        asked += 1;
        if (asked === 1) return mockError(503);
        if (asked === 2) return mockError(429);
        if (asked === 3) return { count: 8_000, total: 12_000, movedSince: 0, isDone: false };
        return { count: 12_000, total: null, movedSince: 0, isDone: true };
      }),
    );
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await box(1));
    await user.click(await screen.findByRole('button', { name: 'В архив' }));
    expect(await screen.findByText(/^Перенесено 8\s000 из 12\s000$/, {}, { timeout: 60_000 })).toBeVisible();
    expect(screen.queryByText(/^В архиве: /)).toBeNull();
    // The bar is closed: what has been begun is told all the same.
    await user.click(await screen.findByRole('button', { name: 'Снять выбор' }));
    await user.click(await box(2));
    expect(await screen.findByText(/^В архиве: 12\s000\s/, {}, { timeout: 60_000 })).toBeVisible();
    expect(await box(2)).toBeChecked();
  });
});

describe('rows of the question before', () => {
  it('are neither counted, nor chosen, nor opened while the answer is on its way', async () => {
    let respond = () => {};
    const held = new Promise<void>((done) => (respond = done));
    mockServer.use(
      mock(listCardsEndpoint, async ({ query }) => {
        if (query.search) await held;
        const found = query.search ? [] : [mockCardRow(mockCard(1))];
        return { count: found.length, next: null, previous: null, results: found };
      }),
    );
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await box(1));
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ваза' } });
    expect(await screen.findByText('Ищем…')).toBeVisible();
    expect(screen.queryByText(/^Найден/)).toBeNull();
    expect(bar()).toBeNull();
    expect(document.querySelector('tbody')).toHaveAttribute('inert');
    expect(screen.getByRole('checkbox', { name: 'Выбрать загруженные карточки' })).toBeDisabled();
    act(() => screen.getByRole('searchbox').blur());
    await user.keyboard('jx');
    expect(bar()).toBeNull();
    act(() => respond());
    expect(await screen.findByText('Ничего не найдено')).toBeVisible();
  });

  it('give way to plain words when the search cannot be answered without a connection', async () => {
    mockServer.use(
      mock(listCardsEndpoint, ({ query }) =>
        query.search
          ? HttpResponse.error()
          : { count: 1, next: null, previous: null, results: [mockCardRow(mockCard(1))] },
      ),
    );
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await box(1);
    act(() => connectivity.hint('offline'));
    await user.type(screen.getByRole('searchbox'), 'ваза');
    expect(await screen.findByText('Без связи этот поиск не выполнить')).toBeVisible();
    expect(screen.queryByText(/^Найден/)).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /Выбрать «/ })).toBeNull();
  });
});

describe('the keyboard', () => {
  it('takes the focus to the row it moves to, so that a screen reader says where it is', async () => {
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await box(1);
    await user.keyboard('jj');
    expect(screen.getByRole('link', { name: 'Кружка керамическая 2' })).toHaveFocus();
    expect(document.activeElement?.closest('tr')).toHaveAttribute('aria-rowindex', '3');
    await user.keyboard('k');
    expect(screen.getByRole('link', { name: 'Кружка керамическая 1' })).toHaveFocus();
  });

  it('reaches what can be done with the chosen rows with one key, and comes back with Escape', async () => {
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await box(1);
    await user.keyboard('jxa');
    expect(screen.getByRole('button', { name: 'Отправить в магазины' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('link', { name: 'Кружка керамическая 1' })).toHaveFocus();
  });
});
