import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { getProfitEndpoint, listProfitCardsEndpoint } from '#contract/analytics.ts';
import type { EndpointQuery } from '#contract/endpoint.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { paths } from '#lib/paths.ts';
import { mockSide, mockTotals } from '#tests/mocks/analytics.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ProfitPage } from './profit-page.tsx';
import {
  plain,
  address,
  reportedDays,
  NOTHING,
  openProfit,
  watchProfit,
} from '#tests/support/analytics/profit-screen.tsx';

describe('the profit screen', () => {
  it('shows the period’s figures with their change', async () => {
    const { tiles } = await openProfit();
    expect(plain(tiles.textContent)).toContain('Заказы1 284на 2,14 млн ₽+12,4 %');
    // Over the days that both periods have by report 310 000 ₽ came after 200 000 ₽.
    expect(plain(tiles.textContent)).toContain('Прибыль≈ 412 640 ₽предварительно+55 %');
  });

  it.each([
    // None of the days is known: no order of them is a zero.
    ['2026-08-01', [0, 0, 0], 'Заказы—известны с 1 августа'],
    ['2026-07-03', [0, 0, 90], 'Заказы90на 180 тыс. ₽ с 3 июля'],
    // Of one shop they are known longer than of all.
    ['2026-07-03', [0, 40, 50], 'Заказы90на 180 тыс. ₽ с 2 июля'],
    ['2026-07-01', [0, 0, 90], 'Заказы90на 180 тыс. ₽'],
  ])('claims no orders of days before the feed of them, which begins %s', async (from, orders, expected) => {
    const totals = mockTotals({
      orders: orders.reduce((sum, count) => sum + count, 0),
      ordersKopecks: 180_000_00,
    });
    const side = mockSide('2026-07-01', '2026-07-03', totals, 0);
    watchProfit({
      SELECTED: { ...side, days: side.days.map((day, index) => ({ ...day, orders: orders[index] ?? 0 })) },
      coverage: { orders: { from, to: '2026-11-15' }, report: null },
    });
    const { tiles, user } = await openProfit('?from=2026-07-01&to=2026-07-03&chart=orders');
    expect(plain(tiles.textContent).split('Выкупы')[0]).toBe(`${expected}—не с чем сравнить`);
    await user.click(screen.getByRole('button', { name: 'Показать таблицей' }));
    const days = within(screen.getByRole('table', { name: /Заказы по дням/ })).getAllByRole('row');
    expect(days.slice(1).map((row) => row.children[1]?.textContent)).toEqual(
      orders.map((count, index) => (count === 0 && `2026-07-0${index + 1}` < from ? '—' : String(count))),
    );
  });

  it('goes from revenue to profit step by step, leaving out what is nothing', async () => {
    await openProfit();
    const table = screen.getByRole('table', { name: 'От выручки до прибыли' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').firstChild?.textContent)).toEqual([
      'Выручка',
      'Комиссия',
      'Логистика',
      'Хранение',
      'Штрафы',
      'Реклама',
      'Прочие удержания',
      'К перечислению',
      'Себестоимость',
      'Налог',
      'Прибыль',
    ]);
    expect(plain(rows[1]?.textContent)).toContain('−250 000 ₽≈ −12,5 %');
  });

  it('lists cards under the totals of the period', async () => {
    await openProfit();
    expect(await screen.findByText('Кружка керамическая с крышкой 450 мл')).toBeInTheDocument();
    expect(screen.getByText('Артикул WB 150000003')).toBeInTheDocument();
    expect(screen.getByText('Всего за период')).toBeInTheDocument();
    expect(screen.getAllByText('нет себестоимости')).toHaveLength(2);
  });

  it('warns of cards without a cost and of shops that could not be read', async () => {
    watchProfit({
      cardsWithoutCostPrice: 12,
      problems: [{ shopId: 2, shopName: 'Сибирь', detail: 'Нет активного токена категории «Финансы»' }],
    });
    await openProfit();
    expect(plain(document.body.textContent)).toContain('Без себестоимости: 12 карточек');
    expect(screen.getByRole('link', { name: 'Указать' })).toHaveAttribute(
      'href',
      '/home/cards?quality=no_cost_price',
    );
    expect(screen.getByRole('link', { name: 'Сибирь' }).parentElement).toHaveTextContent(
      'Сибирь: Нет активного токена категории «Финансы»',
    );
  });

  it('tells how many rows of the report could not be read, and which', async () => {
    watchProfit({
      problems: [
        {
          shopId: 2,
          shopName: 'Сибирь',
          detail: '3 строки отчёта не прочитаны',
          unread: { kind: 'report', count: 3, rows: ['№ 77: forPay «1,2,3»', '№ 78: нет rrDate'] },
        },
      ],
    });
    await openProfit();
    expect(plain(screen.getByText(/^Сибирь:/).textContent)).toBe('Сибирь: 3 строки отчёта не прочитаны');
    expect(screen.getByText('№ 77: forPay «1,2,3»')).toBeInTheDocument();
    expect(screen.getByText('и ещё 1')).toBeInTheDocument();
    expect(screen.queryByText('Данные не всех магазинов полны')).toBeNull();
  });

  it('shows what a shop without cards was charged as a row', async () => {
    const asked: EndpointQuery<typeof listProfitCardsEndpoint>[] = [];
    mockServer.use(
      mock(listProfitCardsEndpoint, ({ query }) => {
        asked.push(query);
        const row = { nmId: 0, cardId: null, shopId: 1, vendorCode: '', title: '', hasCostPrice: true };
        return { count: 1, next: null, previous: null, results: [{ ...row, totals: mockTotals() }] };
      }),
    );
    await openProfit();
    expect(await screen.findByText('Без карточки')).toBeInTheDocument();
    expect(asked[0]?.shopRows).toBe(true);
  });

  it('finds cards and sorts them', async () => {
    const { user, address: shown } = await openProfit();
    await user.type(screen.getByRole('searchbox', { name: 'Поиск карточек' }), 'плед');
    await waitFor(() => expect(screen.queryByText('Кружка керамическая с крышкой 450 мл')).toBeNull());
    expect(screen.getByText('Плед вязаный хлопок 130×170')).toBeInTheDocument();
    await waitFor(() => expect(new URLSearchParams(shown().split('?')[1]).get('q')).toBe('плед'));
    // Totals of the whole period would not be those of what was found.
    expect(screen.queryByText('Всего за период')).toBeNull();
  });

  it('shows the cards of a group by profit, keeps it in the address, and what they make together', async () => {
    const { user, address: shown } = await openProfit('?from=2026-11-06&to=2026-11-19');
    const groups = within(await screen.findByRole('group', { name: 'Группа по прибыли' }));
    expect(groups.getAllByRole('radio').map((radio) => plain(radio.closest('label')?.textContent))).toEqual([
      'Все 3',
      'A 2',
      'B 0',
      'C 0',
      'Убыточные 1',
    ]);
    await user.click(groups.getByRole('radio', { name: /^A/ }));
    expect(new URLSearchParams(shown().split('?')[1]).get('group')).toBe('A');
    expect(plain((await screen.findByText(/дают первые 80/)).textContent)).toBe(
      'дают первые 80 % прибыли, вместе ≈ 380 000 ₽',
    );
    await user.click(groups.getByRole('radio', { name: /^B/ }));
    await user.click(await screen.findByRole('button', { name: 'Показать все' }));
    expect(new URLSearchParams(shown().split('?')[1]).get('group')).toBeNull();
  });

  it('says what to do when nothing was sold and nothing was ever read', async () => {
    watchProfit({
      SELECTED: mockSide(reportedDays.from, reportedDays.to, NOTHING),
      PREVIOUS: mockSide(reportedDays.from, reportedDays.to, NOTHING),
    });
    renderPage(<ProfitPage />, address);
    expect(await screen.findByText('За этот период нет ни заказов, ни продаж')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'К магазинам' })).toHaveAttribute('href', '/home/account/shops');
  });

  it('of days before anything is known says since when it is, whatever else is amiss, and saves no empty file', async () => {
    const nothing = mockSide('2024-02-01', '2024-02-28', NOTHING, 0);
    const days = { from: '2025-11-24', to: '2025-12-31', readAt: null };
    const none = { from: null, to: null, readAt: null };
    watchProfit({
      SELECTED: nothing,
      PREVIOUS: nothing,
      syncedAt: '2026-11-20T13:30:00+03:00',
      sources: [{ shopId: 1, orders: none, sales: none, report: days, dailyFrom: null }],
      problems: [{ shopId: 1, shopName: 'Сибирь', detail: 'Исчерпан лимит запросов Wildberries' }],
    });
    renderPage(<ProfitPage />, `${address}?from=2024-02-01&to=2024-02-28`);
    expect(
      await screen.findByText(/^Данные начинаются 24.ноября 2025\. Выберите другой период\.$/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /Скачать/ })).toBeNull();
  });

  it('of today alone says till when orders are whole: those that were read are shown', async () => {
    watchProfit({
      SELECTED: mockSide('2026-11-20', '2026-11-20', mockTotals(), 1),
      PREVIOUS: mockSide('2026-11-19', '2026-11-19', mockTotals(), 1),
      coverage: { orders: { from: '2025-01-01', to: '2026-11-19' }, report: null },
    });
    await openProfit('?from=2026-11-20&to=2026-11-20');
    const text = plain(document.body.textContent);
    expect(text).toMatch(/заказов — не с чем сравнить, заказы целиком известны до 19 ноября/);
    expect(text).toContain('«—» у процента выкупа: заказы и отмены известны не за все эти дни');
    expect(text).toContain('а сегодняшний ещё не кончился');
  });

  it('leads an account without shops to adding one', async () => {
    mockServer.use(mock(getProfileEndpoint, () => ({ ...mockProfile, shops: [] })));
    watchProfit({
      SELECTED: mockSide(reportedDays.from, reportedDays.to, NOTHING),
      PREVIOUS: mockSide(reportedDays.from, reportedDays.to, NOTHING),
    });
    renderPage(<ProfitPage />, address);
    expect(await screen.findByText('Магазинов пока нет')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Добавить магазин' })).toHaveAttribute('href', paths.shops);
  });

  it('tells why an answer failed and asks again', async () => {
    mockServer.use(mock(getProfitEndpoint, () => mockError(500, { detail: ['Ошибка сервера'] })));
    const { user } = renderPage(<ProfitPage />, address);
    expect(await screen.findByText('Не удалось загрузить')).toBeInTheDocument();
    watchProfit();
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('region', { name: 'Итоги периода' })).toBeInTheDocument();
  });

  it('has nothing to show without a connection, and says why', async () => {
    mockServer.use(mock(getProfitEndpoint, () => HttpResponse.error()));
    renderPage(<ProfitPage />, address);
    expect(await screen.findByText('Нет данных без связи')).toBeInTheDocument();
    expect(screen.getByText(/Деньги не хранятся на устройстве/)).toBeInTheDocument();
  });
});
