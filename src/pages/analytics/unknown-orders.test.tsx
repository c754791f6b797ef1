import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  listProfitCardsEndpoint,
  listProfitShopsEndpoint,
  type Profit,
  type ProfitShop,
} from '#contract/analytics.ts';
import { listProfitPartsEndpoint } from '#contract/profit-parts.ts';
import { mockProfitCards, mockSide, mockTotals } from '#tests/mocks/analytics.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { openProfit, plain, watchProfit } from '#tests/support/analytics/profit-screen.tsx';
import { saveTable } from '#tests/support/exports/save-table.ts';

const READ_AT = '2026-11-16T09:00:00+03:00';
const period = '?from=2026-07-01&to=2026-07-03';
const without = mockTotals({ orders: 0, ordersKopecks: 0, cancels: 0 });
const none = { from: null, to: null, readAt: null };

function source(shopId: number, orders: { from: string | null; readAt: string | null }) {
  return { shopId, orders: { to: null, ...orders }, sales: none, report: none, dailyFrom: null };
}

/** No day of the period has an order. */
function serveWithoutOrders(changes: Partial<Profit>) {
  const side = mockSide('2026-07-01', '2026-07-03', without, 0);
  watchProfit({
    SELECTED: { ...side, days: side.days.map((day) => ({ ...day, orders: 0 })), preliminaryShops: [] },
    ...changes,
  });
  const [card] = mockProfitCards;
  if (!card) throw new Error('No card');
  const results = [
    { ...card, totals: without },
    { ...card, nmId: 150_000_009, shopId: 2, vendorCode: 'TWO', totals: without },
  ];
  mockServer.use(
    mock(listProfitCardsEndpoint, () => ({ count: 2, next: null, previous: null, results })),
    mock(listProfitPartsEndpoint, () => ({ total: 0, parts: [] })),
  );
}

const sinceAugust: Partial<Profit> = {
  coverage: { orders: { from: '2026-08-01', to: '2026-11-15' }, report: null },
  // The second shop's feed was read and has nothing: nothing was ordered there.
  sources: [source(1, { from: '2026-08-01', readAt: READ_AT }), source(2, { from: null, readAt: READ_AT })],
};

describe('orders of days that the feed of them does not reach', () => {
  it('are no zero of a card, of all cards, and in the file', async () => {
    serveWithoutOrders(sinceAugust);
    const { user } = await openProfit(period);
    const table = await screen.findByRole('table', { name: 'Прибыль по карточкам' });
    await within(table).findByText('TWO');
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.children[1]?.textContent);
    expect(cells).toEqual(['—', '—', '0']);
    expect(screen.getByText(/^Заказы известны с 1 августа( 2026)?: Wildberries/)).toBeVisible();
    const { csv } = await saveTable(user, 'Прибыль по карточкам');
    const titles = ['Заказы, шт.', 'Отмены, шт.', 'Сумма заказов, ₽'];
    const columns = titles.map((title) => csv[0]?.indexOf(title) ?? -1);
    const saved = csv.slice(1).map((line) => columns.map((column) => line[column]));
    expect(saved).toEqual([
      ['', '', ''],
      ['0', '0', '0,00'],
    ]);
  });

  it('are unknown in the window of what is made of them, too', async () => {
    serveWithoutOrders(sinceAugust);
    const { user } = await openProfit(`${period}&measure=BUYOUT_SHARE`);
    const measure = await screen.findByRole('dialog', { name: 'Процент выкупа: не посчитать' });
    expect(plain(within(measure).getByRole('region', { name: 'На что делится' }).textContent)).toBe(
      'На что делитсяВыкупы1 021Отменыне посчитатьВозвраты20Вместене посчитать',
    );
    await user.click(within(measure).getByRole('button', { name: /^Отмены/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Отмены: не посчитать' });
    expect(await within(dialog).findByText(/за эти дни неизвестны: Wildberries отдаёт их/)).toBeVisible();
  });

  it('are no zero of a shop on a day, on the screen and in the file', async () => {
    serveWithoutOrders({
      ...sinceAugust,
      sources: [
        source(1, { from: '2026-07-02', readAt: READ_AT }),
        // Never read.
        source(2, { from: null, readAt: null }),
      ],
    });
    const days = ['01', '02', '03'].map((day) => ({
      day: `2026-07-${day}`,
      orders: day === '03' ? 4 : 0,
      buyouts: 1,
      profitKopecks: 100,
      isPreliminary: false,
    }));
    const shop = { orders: 4, buyouts: 3, profitKopecks: 300, days };
    const shops: ProfitShop[] = [
      { ...shop, shopId: 1 },
      { ...shop, shopId: 2, orders: 0, days: days.map((day) => ({ ...day, orders: 0 })) },
    ];
    mockServer.use(mock(listProfitShopsEndpoint, () => ({ from: '2026-07-01', to: '2026-07-03', shops })));
    const { user } = await openProfit(`${period}&by=shops&chart=orders`);
    const table = await screen.findByRole('table', { name: 'Заказы по магазинам и дням' });
    const texts = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].slice(1).map((cell) => cell.textContent));
    expect(texts).toEqual([
      ['—', '—', '—'],
      ['0', '—', '0'],
      ['4', '—', '4'],
      ['4', '—', '4'],
    ]);
    const { csv } = await saveTable(user, 'Магазины по дням');
    expect(csv.slice(1).map((line) => line[2])).toEqual(['', '', '0', '', '4', '']);
  });

  it('are unknown where no feed of them was read yet', async () => {
    serveWithoutOrders({ coverage: { orders: null, report: null } });
    const { tiles } = await openProfit(period);
    expect(plain(tiles.textContent)).toContain('Заказы—ещё не прочитаны');
  });
});
