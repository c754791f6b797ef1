import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { session } from '#api/session/session.ts';
import { getBulkEditEndpoint } from '#contract/bulk-edits.ts';
import type { BulkEditRow } from '#contract/bulk-rows.ts';
import { listCardsEndpoint } from '#contract/card-list.ts';
import { API_BASE } from '#contract/endpoint.ts';
import type { ComparedCount } from '#contract/stock-counts.ts';
import { listWarehousesEndpoint } from '#contract/warehouses.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { countPiece, newCount, type CountDocument } from '#offline/counts/count-document.ts';
import { userCounts } from '#offline/counts/user-counts.ts';
import { mockTokens } from '#tests/mocks/auth.ts';
import { mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockComparedLine, mockStocks, stockCountHandlers } from '#tests/mocks/stock-counts.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { createMockFeed, mockCatalogueRow } from '#tests/support/catalogue/mock-feed.ts';
import { showReplica } from '#tests/support/catalogue/show-replica.ts';
import { typeKeys } from '#tests/support/typed-keys.ts';
import { CountPage } from './count-page.tsx';

const CODE = '4600000000017';
const OTHER = '4600000000024';
const SHEET = '/home/cards/count?id=one';
const AT_SOUTH = { warehouseIds: [1], name: 'Склад на Южной' };

// The mocked server finds by title.
const CARDS = [mockCard(17, { title: `Кружка ${CODE}` }), mockCard(24, { title: `Ваза ${OTHER}` })];

async function keep(codes: readonly string[], changes: Partial<CountDocument> = {}): Promise<void> {
  session.startSession(mockTokens());
  const count = codes.reduce(
    (one, barcode) => countPiece(one, { barcode, card: null }, Date.parse('2026-11-20T09:00:00Z')),
    newCount('one', Date.parse('2026-11-20T09:00:00Z'), AT_SOUTH),
  );
  await userCounts()?.create({ ...count, ...changes });
}

const stored = () => userCounts()?.read('one');

function open(
  rows: BulkEditRow[] = [],
  said: Pick<ComparedCount, 'lines' | 'uncompared'> = { lines: [], uncompared: [] },
  inside: (page: ReactNode) => ReactNode = (page) => page,
) {
  const server = stockCountHandlers(rows, said);
  mockServer.use(...server.handlers, ...cardHandlers(CARDS));
  return { ...server, ...renderPage(inside(<CountPage />), SHEET) };
}

/** Long after whatever was typed by hand, whose keys have the times of the clock. */
const LATER_MS = 10_000_000_000_000;
const scan = (code: string, target: Element = document.body) =>
  typeKeys(target, [...Array.from(code), 'Enter'], 3, LATER_MS);
const amountOf = (name: string) => screen.findByRole('textbox', { name: `Посчитано: ${name}` });

const lose = () => act(() => connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 }));
const regain = () => act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));

afterEach(regain);

describe('counting', () => {
  it('begins with a new sheet; a scan is a piece, found by its barcode; the last step is undone', async () => {
    mockServer.use(...cardHandlers(CARDS));
    const { user, address } = renderPage(<CountPage />, '/home/cards/count');
    expect(await screen.findByText('Пересчётов пока нет')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Новый пересчёт' })[0] as HTMLElement);
    await waitFor(() => expect(address()).toMatch(/^\/home\/cards\/count\?id=\w+$/));
    await screen.findByRole('searchbox', { name: 'Баркод, название или артикул' });
    scan(CODE);
    expect(await amountOf(`Кружка ${CODE}`)).toHaveValue('1');
    scan(CODE);
    await waitFor(async () => expect(await amountOf(`Кружка ${CODE}`)).toHaveValue('2'));
    expect(screen.getByText(`Кружка ${CODE} — 2 шт.`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Отменить последнее' }));
    await waitFor(async () => expect(await amountOf(`Кружка ${CODE}`)).toHaveValue('1'));
  });

  it('takes a typed amount, and a scan into its field for a scan', async () => {
    await keep([CODE]);
    const { user } = open();
    const field = await amountOf(`Кружка ${CODE}`);
    await user.clear(field);
    await user.type(field, '40{Enter}');
    await waitFor(async () => expect((await stored())?.lines[0]?.amount).toBe(40));
    field.focus();
    fireEvent.change(field, { target: { value: '12' } });
    scan(OTHER, field);
    expect(await amountOf(`Ваза ${OTHER}`)).toHaveValue('1');
    expect((await stored())?.lines.map(({ amount }) => amount)).toEqual([12, 1]);
  });

  it('takes a card that is found by its name, by the barcode of its only size', async () => {
    await keep([]);
    mockServer.resetHandlers();
    const sizes = [{ techSize: '0', wbSize: '', skus: [CODE] }];
    const { user } = renderPage(<CountPage />, SHEET);
    mockServer.use(...cardHandlers([mockCard(17, { title: 'Кружка синяя', sizes })]));
    await user.type(await screen.findByRole('searchbox'), 'синяя');
    await user.click(await screen.findByRole('button', { name: /Кружка синяя/ }));
    expect(await amountOf('Кружка синяя')).toHaveValue('1');
    expect((await stored())?.lines[0]).toMatchObject({ key: CODE, card: { id: 17 } });
  });

  it('offers what may have been meant by a slip', async () => {
    await keep([]);
    const { user } = open();
    await user.type(await screen.findByRole('searchbox', { name: 'Баркод, название или артикул' }), 'кржука');
    await user.click(await screen.findByRole('button', { name: 'Искать «кружка»' }));
    expect(await screen.findByRole('button', { name: /Кружка 46/ })).toBeVisible();
  });

  it('RS-06: finds cards by what is typed and by what is scanned with the server dead', async () => {
    await keep([]);
    mockServer.use(http.get(`*${API_BASE}${listCardsEndpoint.path}`, () => HttpResponse.error()));
    const feed = createMockFeed(20, 1000);
    feed.put(
      mockCatalogueRow(7, { title: 'Чашка без ручки', state: 'ARCHIVED' }),
      mockCatalogueRow(17, { searchText: ` кружка синяя mug-17 ${CODE}`, title: 'Кружка синяя' }),
    );
    const { user } = renderPage(<CountPage />, SHEET);
    const field = await screen.findByRole('searchbox');
    lose();
    act(() => showReplica(feed, Date.now()));
    await user.type(field, 'чашка');
    expect(await screen.findByRole('button', { name: /Чашка без ручки/ })).toBeVisible();
    scan(CODE);
    expect(await amountOf('Кружка синяя')).toHaveValue('1');
    act(() => catalogueStatus.clear());
  });

  it('RS-07: a code whose question died with the server is asked of the device as soon as it can answer', async () => {
    await keep([]);
    let asked = 0;
    mockServer.use(
      http.get(`*${API_BASE}${listCardsEndpoint.path}`, () => {
        asked += 1;
        return HttpResponse.error();
      }),
    );
    const feed = createMockFeed(20, 1000);
    feed.put(mockCatalogueRow(17, { searchText: ` кружка синяя mug-17 ${CODE}`, title: 'Кружка синяя' }));
    renderPage(<CountPage />, SHEET);
    await screen.findByRole('searchbox');
    scan(CODE);
    expect(await screen.findByText(/название найдём при связи/)).toBeVisible();
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    act(() => showReplica(feed, Date.now()));
    expect(await amountOf('Кружка синяя')).toHaveValue('1');
    act(() => catalogueStatus.clear());
  });

  it('CN-09: a code that an old list on the device has not is asked about again when that is newer, or the server is there', async () => {
    await keep([]);
    mockServer.use(...cardHandlers([mockCard(24, { title: `Ваза ${OTHER}` })]));
    const feed = createMockFeed(20, 1000);
    renderPage(<CountPage />, SHEET);
    await screen.findByRole('searchbox');
    lose();
    act(() => showReplica(feed, Date.now() - 3_600_000));
    scan(CODE);
    scan(OTHER);
    await waitFor(() => expect(screen.getAllByText('Такого баркода нет в карточках')).toHaveLength(2));
    feed.put(mockCatalogueRow(17, { searchText: ` кружка синяя mug-17 ${CODE}`, title: 'Кружка синяя' }));
    act(() => showReplica(feed, Date.now()));
    expect(await amountOf('Кружка синяя')).toHaveValue('1');
    expect(screen.getByText('Такого баркода нет в карточках')).toBeVisible();
    // Switched off on this device.
    act(() => catalogueStatus.clear());
    regain();
    expect(await amountOf(`Ваза ${OTHER}`)).toHaveValue('1');
  });

  it('says that a code is of no card, and lets it be assigned or removed', async () => {
    await keep(['4699999999999']);
    const { user } = open();
    expect(await screen.findByText('Такого баркода нет в карточках')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ещё: Баркод 4699999999999' }));
    await user.click(screen.getByRole('menuitem', { name: 'Указать карточку' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('searchbox'), 'Ваза');
    await user.click(await dialog.findByRole('button', { name: /Ваза/ }));
    expect(await amountOf(`Ваза ${OTHER}`)).toHaveValue('1');
    await user.click(screen.getByRole('button', { name: `Ещё: Ваза ${OTHER}` }));
    await user.click(screen.getByRole('menuitem', { name: 'Удалить строку' }));
    await waitFor(async () => expect((await stored())?.lines).toEqual([]));
  });

  it('goes on by the keyboard when a line, the last of them or a whole sheet is removed', async () => {
    await keep([CODE, OTHER]);
    const { user } = open(undefined, undefined, (page) => <main tabIndex={-1}>{page}</main>);
    const remove = async (name: string) => {
      (await screen.findByRole('button', { name: `Ещё: ${name}` })).focus();
      await user.keyboard('{Enter}');
      await user.click(await screen.findByRole('menuitem', { name: 'Удалить строку' }));
    };
    await remove(`Ваза ${OTHER}`);
    await waitFor(() => expect(screen.getByRole('link', { name: `Кружка ${CODE}` })).toHaveFocus());
    await remove(`Кружка ${CODE}`);
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    await user.click(screen.getByRole('link', { name: 'Все пересчёты' }));
    (await screen.findByRole('button', { name: /^Удалить: / })).focus();
    await user.keyboard('{Enter}');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Удалить' }));
    await screen.findByText('Пересчётов пока нет');
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });
});

describe('a count', () => {
  const DIFFERS = () => [mockBulkRow(17, { before: mockStocks(17, 5), after: mockStocks(17, 2) })];
  const TWO = {
    lines: [mockComparedLine(CODE, 17), mockComparedLine(OTHER, 24)],
    uncompared: [{ key: '4699999999999', reason: 'NOT_FOUND' as const }],
  };

  it('is compared at one press and sent at another; what it says of each line stays', async () => {
    await keep([CODE, CODE, OTHER, '4699999999999']);
    const rows = DIFFERS();
    const { user, compared } = open(rows, TWO);
    await user.click(await screen.findByRole('button', { name: 'Сверить с Wildberries' }));
    expect(await screen.findByText(/расходится 1.строка, столько же — у 1.строки/)).toBeVisible();
    expect(compared).toMatchObject([
      [
        { key: CODE, barcode: CODE, amount: 2, countedAt: '2026-11-20T09:00:00.000Z' },
        { key: OTHER, amount: 1 },
        { key: '4699999999999' },
      ],
    ]);
    expect(screen.getByText('разница −3')).toBeVisible();
    expect(screen.getByText(/Такого баркода нет ни у одной карточки/)).toBeVisible();
    expect(screen.getByText(/^Не уйдёт 1.строка$/)).toBeVisible();
    expect(rows[0]?.state).toBe('READY');

    await user.click(screen.getByRole('button', { name: /^Отправить 1.строку$/ }));
    expect((await screen.findAllByText(/^Отправлен .*, 1.строка, не ушло: 1.строка$/))[0]).toBeVisible();
    expect(rows[0]?.state).toBe('APPLIED');
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    expect((await stored())?.sent).toMatchObject({ lines: 1, notSent: 1 });
    expect(screen.getByRole('link', { name: 'История и откат' })).toHaveAttribute(
      'href',
      '/home/cards/bulk-edit?id=7',
    );
  });

  it('that was changed since its comparison is to be compared again', async () => {
    await keep([CODE, CODE]);
    const { user } = open(DIFFERS(), { lines: [mockComparedLine(CODE, 17)], uncompared: [] });
    await user.click(await screen.findByRole('button', { name: 'Сверить с Wildberries' }));
    expect(await screen.findByRole('button', { name: /^Отправить/ })).toBeVisible();
    scan(CODE);
    expect(await screen.findByRole('button', { name: 'Сверить с Wildberries' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Отправить/ })).not.toBeInTheDocument();
  });

  it('warns of orders since, and takes them away at a press', async () => {
    await keep([CODE, CODE]);
    const { user } = open(DIFFERS(), {
      lines: [mockComparedLine(CODE, 17, { orders: 1 })],
      uncompared: [],
    });
    await user.click(await screen.findByRole('button', { name: 'Сверить с Wildberries' }));
    expect(await screen.findByText(/После пересчёта карточку заказали 1.раз/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Вычесть 1' }));
    await waitFor(async () => expect((await stored())?.lines[0]?.amount).toBe(1));
  });

  it('says where orders are not known rather than that there were none', async () => {
    await keep([CODE]);
    const { user } = open(DIFFERS(), {
      lines: [mockComparedLine(CODE, 17, { ordersReadAt: null })],
      uncompared: [],
    });
    await user.click(await screen.findByRole('button', { name: 'Сверить с Wildberries' }));
    expect(await screen.findByText(/Заказы магазина ещё не прочитаны/)).toBeVisible();
  });

  it('never goes by itself: neither when it is opened, nor with a new connection, nor when it is come back to', async () => {
    const comparison = { editId: 7, atMs: Date.now(), lines: [mockComparedLine(CODE, 17)], uncompared: [] };
    await keep([CODE, CODE], { comparison });
    const rows = DIFFERS();
    const { compared } = open(rows, { lines: comparison.lines, uncompared: [] });
    expect(await screen.findByRole('button', { name: /^Отправить/ })).toBeVisible();
    lose();
    regain();
    act(() => {
      window.dispatchEvent(new Event('online'));
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(await screen.findByText(/расходится 1.строка/)).toBeVisible();
    expect(rows[0]?.state).toBe('READY');
    expect(compared).toEqual([]);
    expect((await stored())?.sent).toBeNull();
  });

  it('that does not come says so, and again when it has failed again', async () => {
    const comparison = { editId: 7, atMs: Date.now(), lines: [mockComparedLine(CODE, 17)], uncompared: [] };
    await keep([CODE, CODE], { comparison });
    mockServer.use(
      ...cardHandlers(CARDS),
      mock(getBulkEditEndpoint, () => mockError(500, { code: 'internal', detail: [] })),
    );
    const { user } = renderPage(<CountPage />, SHEET);
    const again = await screen.findByRole('button', { name: 'Повторить' });
    expect(screen.queryByText('Снова не получилось')).toBeNull();
    await user.click(again);
    expect(await screen.findByText('Снова не получилось')).toBeVisible();
    expect(again).toHaveFocus();
  });

  it('whose press was not answered is known as sent once the server says so', async () => {
    const comparison = { editId: 7, atMs: Date.now(), lines: [mockComparedLine(CODE, 17)], uncompared: [] };
    await keep([CODE, CODE], { comparison });
    const rows = DIFFERS();
    const server = stockCountHandlers(rows, { lines: comparison.lines, uncompared: [] });
    mockServer.use(...server.handlers, ...cardHandlers(CARDS));
    // Another tab pressed; this one never heard.
    await fetch('http://localhost/api/v1/cards/bulk-edits/7/apply/', {
      method: 'POST',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      body: '{"expected_count":1}',
    });
    renderPage(<CountPage />, SHEET);
    expect((await screen.findAllByText(/^Отправлен .*, 1.строка$/))[0]).toBeVisible();
    expect((await stored())?.sent).toMatchObject({ lines: 1, notSent: 0 });
  });

  it('that is not on this device is not found; one without a warehouse asks for it', async () => {
    const { user } = open();
    expect(await screen.findByText('Такого пересчёта на этом устройстве нет')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Все пересчёты' }));
    await screen.findByText('Пересчётов пока нет');
    cleanup();
    await keep([CODE], { place: null });
    renderPage(<CountPage />, SHEET);
    const compare = await screen.findByRole('button', { name: 'Сверить с Wildberries' });
    expect(compare).toHaveAccessibleDescription('Выберите склад');
    await user.selectOptions(await screen.findByLabelText('Склад или группа складов'), 'warehouse-1');
    await waitFor(async () => expect((await stored())?.place).toEqual(AT_SOUTH));
  });

  it('asks a server that did not give the warehouses again by a press', async () => {
    await keep([CODE], { place: null });
    mockServer.use(mock(listWarehousesEndpoint, () => mockError(500, { detail: ['Нет'] })));
    const { user } = renderPage(<CountPage />, SHEET);
    expect(await screen.findByText(/^Список складов не загрузился/)).toBeVisible();
    mockServer.resetHandlers();
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByLabelText('Склад или группа складов')).toBeVisible();
  });

  it('on a foreign device says that it is not kept', async () => {
    session.startSession(mockTokens(), { isForeignDevice: true });
    renderPage(<CountPage />, '/home/cards/count', { user: null });
    expect(await screen.findByText('Чужой компьютер: пересчёт здесь не хранится')).toBeVisible();
  });
});
