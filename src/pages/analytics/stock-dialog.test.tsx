import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { EndpointQuery } from '#contract/endpoint.ts';
import {
  listStockPartsEndpoint,
  listStockRowsEndpoint,
  type StockPart,
  type StockRow,
} from '#contract/stock-parts.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { saveTable } from '#tests/support/exports/save-table.ts';
import { ProfitPage } from './profit-page.tsx';

const address = '/home/analytics/profit?days=30&shop=1&basis=INCOME&stock=money';
const plain = (element: HTMLElement) => (element.textContent ?? '').replaceAll('\u00a0', ' ');
const findDialog = (name: RegExp) => screen.findByRole('dialog', { name });

const PARTS: StockPart[] = [
  {
    shopId: 1,
    warehouseId: 5,
    warehouseName: 'Основной',
    rowCount: 2,
    rowsWithoutCost: 1,
    units: 13,
    frozenKopecks: 1_500_50,
    unitsWithoutCost: 3,
  },
  {
    shopId: 1,
    warehouseId: 6,
    warehouseName: '=Дальний',
    rowCount: 1,
    rowsWithoutCost: 0,
    units: 1,
    frozenKopecks: 100_00,
    unitsWithoutCost: 0,
  },
];
const row = (chrtId: number, changes: Partial<StockRow>): StockRow => ({
  chrtId,
  shopId: 1,
  warehouseId: 5,
  cardId: 1,
  nmId: 150_000_001,
  vendorCode: 'MUG-1',
  title: 'Кружка',
  techSize: 'XL',
  barcode: '4600000000017',
  units: 10,
  costKopecks: 150_05,
  frozenKopecks: 1_500_50,
  ...changes,
});
const ROWS = [
  row(1, {}),
  row(2, {
    title: '',
    vendorCode: 'MUG-2',
    techSize: '',
    barcode: '',
    units: 3,
    costKopecks: null,
    frozenKopecks: 0,
  }),
];

function serve() {
  const asked: EndpointQuery<typeof listStockPartsEndpoint>[] = [];
  const askedRows: EndpointQuery<typeof listStockRowsEndpoint>[] = [];
  mockServer.use(
    mock(listStockPartsEndpoint, ({ query }) => {
      asked.push(query);
      return {
        units: 14,
        frozenKopecks: 1_600_50,
        unitsWithoutCost: 3,
        parts: PARTS,
        shops: [{ shopId: 1, readAt: '2026-11-20T13:30:00+03:00' }],
      };
    }),
    mock(listStockRowsEndpoint, ({ query }) => {
      askedRows.push(query);
      return { count: 2, next: null, previous: null, results: ROWS };
    }),
  );
  return { asked, askedRows };
}

describe('the money in stocks', () => {
  it('opens to warehouses and to sizes of cards, of the chosen shops, and says what has no cost price', async () => {
    const { asked, askedRows } = serve();
    const { user, router } = renderPage(<ProfitPage />, address);
    const dialog = await findDialog(/^Деньги в остатках: 1.600,50.₽$/);
    expect(asked).toEqual([{ shop: [1] }]);
    expect(plain(dialog)).toContain(
      'Остаток × себестоимость штуки, которая действует сегодня. Не посчитаны 3 шт.: себестоимости нет у 1 строки.',
    );
    expect(plain(dialog)).toMatch(/Остатки прочитаны20 ноября.* 13:30/);
    const parts = within(dialog).getByRole('list', { name: 'Из чего сложилось' });
    expect(within(parts).getAllByRole('button').map(plain)).toEqual([
      'Основной · Московский · 2 строки · 13 шт. · без себестоимости 3 шт.1 500,50 ₽',
      '=Дальний · Московский · 1 строка · 1 шт.100 ₽',
    ]);
    await user.click(within(parts).getByRole('button', { name: /^Основной/ }));
    const rows = await within(dialog).findByRole('list', { name: 'Строки: Основной' });
    expect(within(rows).getAllByRole('listitem').map(plain)).toEqual([
      expect.stringMatching(/^Кружка1 500,50 ₽MUG-1 · размер XL · 10 шт. × 150,05 ₽баркод 4600000000017/),
      'MUG-2нет себестоимости—MUG-2 · 3 шт.',
    ]);
    expect(askedRows).toMatchObject([{ shop: [1], warehouseId: 5, offset: 0 }]);
    await user.click(within(dialog).getByText('Закрыть'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.search).toBe('?days=30&shop=1&basis=INCOME');
  });

  it('of one card is asked for of that card alone', async () => {
    const { asked } = serve();
    renderPage(<ProfitPage />, `${address}&card=2-150000002`);
    const dialog = await findDialog(/^Деньги в остатках: /);
    expect(asked).toEqual([{ shop: [2], nmId: 150_000_002 }]);
    expect(plain(dialog)).toContain('Артикул WB 150000002, Сибирь');
  });

  it('is saved by its warehouses, and by the rows of one', async () => {
    serve();
    const { user } = renderPage(<ProfitPage />, address);
    await findDialog(/^Деньги в остатках: /);
    const parts = await saveTable(user, 'Слагаемые');
    expect(parts.csv.slice(1)).toEqual([
      ['Основной', 'Московский', '2', '3', '13', '1500,50'],
      ["'=Дальний", 'Московский', '1', '0', '1', '100,00'],
    ]);
    await user.click(screen.getByRole('button', { name: /^Основной/ }));
    await screen.findByRole('list', { name: 'Строки: Основной' });
    const rows = await saveTable(user, 'Остатки склада');
    expect(rows.xlsx[1]?.slice(7)).toEqual([10, { kopecks: 150_05 }, { kopecks: 1_500_50 }]);
    expect(rows.xlsx[2]?.slice(7)).toEqual([3, null, null]);
  });

  it('that could not be opened is asked for again by hand', async () => {
    mockServer.use(mock(listStockPartsEndpoint, () => mockError(500)));
    const { user } = renderPage(<ProfitPage />, address);
    const dialog = await findDialog(/^Деньги в остатках$/);
    const again = await within(dialog).findByRole(
      'button',
      { name: /Повторить|Попробовать/ },
      { timeout: 10_000 },
    );
    serve();
    await user.click(again);
    await findDialog(/^Деньги в остатках: 1.600,50.₽$/);
  });
});
