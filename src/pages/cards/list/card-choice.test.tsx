import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listCardsEndpoint } from '#contract/card-list.ts';
import {
  archiveCardsEndpoint,
  freezeSelectionEndpoint,
  getCardOperationEndpoint,
  stopCardOperationEndpoint,
  type CardSelection,
} from '#contract/card-operations.ts';
import { checkCardEndpoint, sendCardsEndpoint } from '#contract/card-sending.ts';
import { previewLabelsEndpoint } from '#contract/labels.ts';
import { API_BASE } from '#contract/endpoint.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { cardHandlers, mockCard, mockCardRow } from '#tests/mocks/cards.ts';
import { labelHandlers, mockLabelsPreview } from '#tests/mocks/labels.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { userHandlers } from '#tests/mocks/users.ts';
import { warehouseHandlers } from '#tests/mocks/warehouses.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { createMockFeed } from '#tests/support/catalogue/mock-feed.ts';
import { showReplica } from '#tests/support/catalogue/show-replica.ts';
import { CardListPage } from './card-list-page.tsx';

const ROW_PX = 64;

function cards(count: number, changes: Parameters<typeof mockCard>[1] = {}, firstId = 1) {
  return Array.from({ length: count }, (_, index) => mockCard(firstId + index, changes));
}

const box = (id: number) => screen.findByRole('checkbox', { name: `Выбрать «Кружка керамическая ${id}»` });
const bar = () => screen.queryByRole('region', { name: 'Действия с выбранным' });

/** The choices that the page asks the server to keep. */
function watchFreezing(): CardSelection[] {
  const asked: CardSelection[] = [];
  mockServer.events.on('request:start', ({ request }) => {
    if (!request.url.includes('/cards/selections/')) return;
    void request
      .clone()
      .json()
      .then((body: { selection: CardSelection }) => asked.push(body.selection));
  });
  return asked;
}

afterEach(() => {
  act(() => catalogueStatus.clear());
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

  it('stays when the list is sorted otherwise: the cards are the same', async () => {
    mockServer.use(...cardHandlers(cards(5)));
    const { user, address } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await box(2));
    await user.click(await box(4));
    await user.click(screen.getByRole('button', { name: 'Цена' }));
    await waitFor(() => expect(address()).toContain('ordering=-price'));
    expect(await box(2)).toBeChecked();
    expect(await box(3)).not.toBeChecked();
    expect(await screen.findByText(/^Выбрано\s2$/)).toBeVisible();
  });

  it('of all but three stays all but three, and the server is told how many that is', async () => {
    mockServer.use(...cardHandlers(cards(60)));
    const asked = watchFreezing();
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

  it('RS-06: takes a range over rows that were never loaded with the server dead', async () => {
    mockServer.use(
      http.get(`*${API_BASE}${listCardsEndpoint.path}`, () => HttpResponse.error()),
      ...cardHandlers([]),
    );
    showReplica(createMockFeed(400, 1000), Date.now());
    const { user } = renderPage(<CardListPage />, '/home/cards');
    // The newest first.
    await user.click(await box(399));
    vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, -300 * ROW_PX, 0, 0),
    );
    act(() => void window.dispatchEvent(new Event('scroll')));
    const last = await box(95);
    await user.keyboard('{Shift>}');
    await user.click(last);
    await user.keyboard('{/Shift}');
    expect(await screen.findByText(/^Выбрано\s305$/)).toBeVisible();
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

  it('whose answer is lost is asked for again as the same one, and told as it is', async () => {
    const keys: (string | null)[] = [];
    mockServer.use(
      mock(archiveCardsEndpoint, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        if (keys.length === 1) return HttpResponse.error();
        return { ids: [1], count: 1, operationId: 1, isDone: true };
      }),
      ...cardHandlers(cards(3)),
    );
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await box(1));
    await user.click(await screen.findByRole('button', { name: 'В архив' }));
    expect(await screen.findByText(/^В архиве: 1\s/, {}, { timeout: 20_000 })).toBeVisible();
    expect(screen.queryByText(/^Не удалось/)).toBeNull();
    expect(keys[0]).toBe(keys[1]);
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

describe('a move of many cards', () => {
  it('is stopped from the bar, says how many of how many have moved, and offers them back', async () => {
    let isStopped = false;
    mockServer.use(...cardHandlers(cards(3)));
    const stopped = { count: 5_000, total: null, movedSince: 0, isDone: true, stoppedOf: 12_000 };
    mockServer.use(
      mock(archiveCardsEndpoint, () => ({ ids: [1], count: 4_000, operationId: 9, isDone: false })),
      mock(stopCardOperationEndpoint, ({ params }) => {
        isStopped = params.id === 9;
        return stopped;
      }),
      mock(getCardOperationEndpoint, () =>
        isStopped ? stopped : { count: 5_000, total: 12_000, movedSince: 0, isDone: false },
      ),
    );
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await box(1));
    await user.click(await screen.findByRole('button', { name: 'В архив' }));
    await user.click(await screen.findByRole('button', { name: 'Остановить' }, { timeout: 20_000 }));
    expect(
      await screen.findByText(
        /^Остановлено\. В архиве: 5\s000\sкарточек из 12\s000$/,
        {},
        { timeout: 20_000 },
      ),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Вернуть' })).toBeVisible();
    expect(screen.queryByText(/уже были там/)).not.toBeInTheDocument();
  });
});

describe('an operation on what is chosen', () => {
  const goneText = 'Из выбранных уже удалено: 1 карточка. Продолжите без них или выберите ещё раз';
  const choose = async (user: ReturnType<typeof renderPage>['user'], count: number) => {
    await user.click(await box(1));
    await user.click(await screen.findByRole('button', { name: new RegExp(`^Выбрать все\\s${count}$`) }));
  };

  it('names from its first step to its last what was frozen when it began', async () => {
    mockServer.use(...userHandlers(), ...warehouseHandlers(), ...cardHandlers(cards(5)));
    const named: unknown[] = [];
    mockServer.use(
      mock(checkCardEndpoint, ({ body }) => {
        named.push(body.selection);
        return { cards: 5, problems: [], shops: [], nextAfterId: null };
      }),
      mock(sendCardsEndpoint, ({ body }) => {
        named.push(body.selection);
        return { id: 1042, status: 'NEW', cards: 5, shops: 1 };
      }),
    );
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await choose(user, 5);
    await user.click(screen.getByRole('button', { name: 'Отправить в магазины' }));
    await user.click(await screen.findByRole('checkbox', { name: /Московский/ }));
    await user.click(await screen.findByRole('button', { name: /^Отправить\s5\sкарточек в\s1\sмагазин$/ }));
    expect(await screen.findByText('Отправка №1042 создана')).toBeVisible();
    expect(named.length).toBeGreaterThan(1);
    for (const one of named) expect(one).toEqual({ id: 'frozen-1' });
  });

  it('is not begun on what was chosen before, when the choice is another one by the time it is kept', async () => {
    let respond = () => {};
    const held = new Promise<void>((done) => (respond = done));
    const moved: CardSelection[] = [];
    let kept = 0;
    mockServer.use(...cardHandlers(cards(5)));
    mockServer.use(
      mock(freezeSelectionEndpoint, async () => {
        kept += 1;
        const id = `kept-${kept}`;
        await held;
        return { id, count: 5, expiresAt: '2026-11-23T15:05:00+03:00' };
      }),
      mock(archiveCardsEndpoint, ({ body }) => {
        moved.push(body.selection);
        return { ids: [], count: 4, operationId: 1, isDone: true };
      }),
    );
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await choose(user, 5);
    const archive = screen.getByRole('button', { name: 'В архив' });
    await user.click(archive);
    await waitFor(() => expect(archive).toHaveAttribute('aria-busy'));
    await user.click(await box(2));
    act(() => respond());
    await waitFor(() => expect(archive).not.toHaveAttribute('aria-busy'));
    expect(await screen.findByText(/^Выбрано\s4$/)).toBeVisible();
    await user.click(archive);
    expect(await screen.findByText(/^В архиве: 4\sкарточки · уже были там: 1$/)).toBeVisible();
    expect(moved).toEqual([{ id: 'kept-2' }]);
  });

  it('is not begun on another number of cards than is on the bar', async () => {
    mockServer.use(...cardHandlers(cards(3)));
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await choose(user, 3);
    mockServer.use(...cardHandlers(cards(4)));
    await user.click(screen.getByRole('button', { name: 'Изменить' }));
    expect(await screen.findByText(/^Выбрано 3, стало 4\. Проверьте список/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bar()).toBeNull();
  });

  it('says that some of the cards are gone, and goes on with the others, whose number it tells', async () => {
    mockServer.use(...userHandlers(), ...labelHandlers(), ...cardHandlers(cards(3)));
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await choose(user, 3);
    mockServer.use(
      mock(previewLabelsEndpoint, ({ body }) =>
        'id' in body.selection && body.selection.id === 'frozen-1'
          ? mockError(409, { code: 'selection_changed', detail: [goneText] })
          : { ...mockLabelsPreview, cardCount: 2, labelCount: 2, pageCount: 2 },
      ),
    );
    const asked = watchFreezing();
    await user.click(screen.getByRole('button', { name: 'Этикетки' }));
    expect(await screen.findByText(goneText)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Продолжить без них' }));
    expect(await screen.findByText('2 этикетки, 2 карточки')).toBeVisible();
    expect(asked.at(-1)).toEqual({ id: 'frozen-1' });
    expect(screen.queryByText(goneText)).toBeNull();
  });

  it('whose hour is over says so, and chooses again by the same filter, with the number there is now', async () => {
    mockServer.use(...userHandlers(), ...warehouseHandlers(), ...cardHandlers(cards(3)));
    const expired = 'Выбор устарел: он хранится час. Выберите карточки ещё раз';
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await choose(user, 3);
    await user.click(screen.getByRole('button', { name: 'Отправить в магазины' }));
    await screen.findByRole('dialog');
    // A day later: there are other cards, and the server has let the choice go.
    mockServer.use(...cardHandlers(cards(7)));
    mockServer.use(
      mock(checkCardEndpoint, ({ body }) =>
        'id' in body.selection && !body.selection.id.includes('again')
          ? mockError(404, { code: 'selection_expired', detail: [expired] })
          : { cards: 7, problems: [], shops: [], nextAfterId: null },
      ),
      mock(freezeSelectionEndpoint, ({ body }) => {
        expect(body.selection).toEqual({ filter: {}, except: [] });
        return { id: 'frozen-again', count: 7, expiresAt: '2026-11-24T15:05:00+03:00' };
      }),
    );
    await user.click(await screen.findByRole('checkbox', { name: /Московский/ }));
    expect(await screen.findByText(expired)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Отправить\s3/ })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('button', { name: 'Выбрать снова' }));
    expect(await screen.findByText(/^Выбрано заново: 7\sкарточек$/)).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Отправить\s7\sкарточек/ })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /Московский/ })).toBeChecked();
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
    await user.keyboard('jx');
    await screen.findByRole('region', { name: 'Действия с выбранным' });
    await user.keyboard('a');
    expect(screen.getByRole('button', { name: 'Отправить в магазины' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('link', { name: 'Кружка керамическая 1' })).toHaveFocus();
    expect(await box(1)).toBeChecked();
  });

  it('comes back to the row when the choice is let go in the bar, which is gone then', async () => {
    const { user } = renderPage(<CardListPage />, '/home/cards');
    (await box(2)).focus();
    await user.keyboard(' ');
    (await screen.findByRole('button', { name: 'Снять выбор' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(bar()).toBeNull());
    expect(await box(2)).toHaveFocus();
  });

  it('lets the choice go with Escape, but not while that closes something else', async () => {
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await box(1);
    await user.keyboard('jx');
    await user.click(await screen.findByRole('button', { name: 'Скачать' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(await box(1)).toBeChecked();
    await user.type(screen.getByRole('searchbox'), '{Escape}');
    expect(await box(1)).toBeChecked();
    act(() => screen.getByRole('searchbox').blur());
    await user.keyboard('{Escape}');
    expect(await box(1)).not.toBeChecked();
    expect(bar()).toBeNull();
  });

  it('chooses a range with Shift, by arrows and by «x»', async () => {
    mockServer.use(...cardHandlers(cards(20)));
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await box(1);
    await user.keyboard('jj{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(await screen.findByText(/^Выбрано\s3$/)).toBeVisible();
    expect(await box(1)).not.toBeChecked();
    for (const id of [2, 3, 4]) expect(await box(id)).toBeChecked();
    await user.keyboard('jjj{Shift>}x{/Shift}');
    expect(await screen.findByText(/^Выбрано\s6$/)).toBeVisible();
  });
});
