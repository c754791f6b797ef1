import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { getProfitEndpoint, listProfitCardsEndpoint, type ProfitCard } from '#contract/analytics.ts';
import { listOwnCostRatesEndpoint, type OwnCostRate } from '#contract/own-cost-rates.ts';
import { listOwnCostsEndpoint, type OwnCost } from '#contract/own-costs.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import * as files from '#lib/save-file.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { mockProfit, mockTotals } from '#tests/mocks/analytics.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { pressSave, saveTable } from '#tests/support/exports/save-table.ts';
import { measureNames } from './profit-measures.ts';
import { ProfitPage } from './profit-page.tsx';

afterEach(() => act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 0 })));

const CARDS = 'Прибыль по карточкам';
const address = '/home/analytics/profit?from=2026-11-10&to=2026-11-13';
/** Thousands are joined by non-breaking spaces on the screen. */
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

/** The last of them is what a shop without cards was charged. */
const manyCards = Array.from({ length: 368 }, (_, index): ProfitCard => ({
  nmId: index === 367 ? 0 : 150_000_000 + index,
  cardId: index === 367 ? null : index + 1,
  shopId: 1,
  vendorCode: index === 367 ? '' : `MUG-${index}`,
  title: index === 367 ? '' : 'Кружка',
  hasCostPrice: true,
  totals: mockTotals(),
}));

/** The server's pages; `take` says what is on one. */
function serveCards(take = (offset: number, limit: number) => manyCards.slice(offset, offset + limit)) {
  const askedForShops: (boolean | undefined)[] = [];
  mockServer.use(
    mock(listProfitCardsEndpoint, ({ query: { limit, offset, shopRows } }) => {
      askedForShops.push(shopRows);
      return {
        count: manyCards.length,
        next: offset + limit < manyCards.length ? '/next' : null,
        previous: null,
        results: take(offset, limit),
      };
    }),
  );
  return askedForShops;
}

async function openProfit(search = '') {
  const app = renderPage(<ProfitPage />, address + search);
  await screen.findByRole('region', { name: 'Итоги периода' });
  return app;
}

it('has every card of the period in both formats, and a row for a shop without cards', async () => {
  const askedForShops = serveCards();
  const { user } = await openProfit();
  await screen.findByText(/^368.карточек$/);
  const { csv, xlsx, names } = await saveTable(user, CARDS);
  expect(csv).toHaveLength(1 + manyCards.length);
  expect(xlsx).toHaveLength(1 + manyCards.length);
  expect(csv.at(-2)?.slice(0, 5)).toEqual(['150000366', 'MUG-366', 'Кружка', 'Московский', '1284']);
  expect(xlsx.at(-2)?.slice(0, 5)).toEqual([150_000_366, 'MUG-366', 'Кружка', 'Московский', 1284]);
  expect(xlsx.at(-1)?.slice(0, 5)).toEqual([null, null, 'Без карточки', 'Московский', 1284]);
  expect(askedForShops).not.toContain(undefined);
  const name = 'Прибыль 2026-11-10 — 2026-11-13';
  expect(names).toEqual([`${name}.xlsx`, `${name}.csv`]);
});

it('tells shops of one name apart by their numbers', async () => {
  const shops = mockProfile.shops.map((shop) => ({ ...shop, name: 'Северика' }));
  mockServer.use(mock(getProfileEndpoint, () => ({ ...mockProfile, shops })));
  const { user } = await openProfit('&by=shops');
  const days = await saveTable(user, 'Магазины по дням');
  expect(days.csv.slice(1, 3).map(([, shop]) => shop)).toEqual(['Северика (1)', 'Северика (2)']);
  const { csv } = await saveTable(user, CARDS);
  expect(csv[1]?.[3]).toMatch(/^Северика \([12]\)$/);
});

it.each(['xlsx', 'csv'] as const)('saves no %s that lacks cards, and says how many came', async (format) => {
  const saveFile = vi.spyOn(files, 'saveFile');
  // A card of the second page moved to the first between two answers, and pushed one out of it.
  serveCards((offset, limit) =>
    offset === 0 ? manyCards.slice(0, limit) : manyCards.slice(offset - 1, manyCards.length - 1),
  );
  const { user } = await openProfit();
  await pressSave(user, CARDS, format);
  const toast = await screen.findByText(/Файл не сохранён/);
  expect(plain(toast.textContent)).toContain('пришло 367 из 368 строк');
  expect(saveFile).not.toHaveBeenCalled();
  saveFile.mockRestore();
});

it('offers both formats, and says why nothing can be saved without a connection', async () => {
  const { user, queryClient } = await openProfit();
  // A call that is still answered would say that there is a connection.
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  act(() => {
    connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 });
    connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 });
  });
  await user.click(screen.getByRole('button', { name: `Скачать: ${CARDS}` }));
  const items = screen.getAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'Таблица XLSXСкачать таблицу можно только при связи',
    'Файл CSVСкачать таблицу можно только при связи',
  ]);
  for (const item of items) expect(item).toHaveAttribute('aria-disabled', 'true');
});

it('of «Показатели» has a row for each with its unit; what cannot be told is empty', async () => {
  const { user } = await openProfit();
  const { csv, xlsx } = await saveTable(user, 'Показатели');
  expect(csv).toHaveLength(1 + measureNames.length);
  expect(xlsx).toHaveLength(1 + measureNames.length);
  const check = xlsx.find(([label]) => label === 'Средний чек');
  expect(check?.slice(1, 3)).toEqual([{ kopecks: 1_666_67 }, '₽']);
  const returns = xlsx.find(([label]) => label === 'Возвраты');
  expect(returns?.slice(1, 4)).toEqual([1.96, '%', 'да']);
  // Two days of the period are not in the report yet.
  expect(csv.find(([label]) => label === 'Хранение')?.slice(1, 3)).toEqual(['', '%']);
});

it('of days × shops has each day of each shop with all its figures, whichever of them is shown', async () => {
  const { user } = await openProfit('&by=shops');
  const { csv, xlsx } = await saveTable(user, 'Магазины по дням');
  expect(csv).toEqual([
    ['День', 'Магазин', 'Заказы, шт.', 'Выкупы, шт.', 'Прибыль, ₽', 'Предварительно'],
    ['10.11.2026', 'Московский', '10', '8', '1000,00', 'нет'],
    ['10.11.2026', 'Сибирь', '10', '8', '100,00', 'нет'],
    ['11.11.2026', 'Московский', '11', '9', '-400,00', 'нет'],
    ['11.11.2026', 'Сибирь', '11', '9', '50,00', 'нет'],
    ['12.11.2026', 'Московский', '12', '10', '300,00', 'да'],
  ]);
  expect(xlsx).toHaveLength(csv.length);
  expect(xlsx[3]).toEqual([{ day: '2026-11-11' }, 'Московский', 11, 9, { kopecks: -400_00 }, 'нет']);
});

it('of the days of one shop alone has each with all its figures, beside the day it is compared with', async () => {
  const day = (date: string, profitKopecks: number, isPreliminary = false) => ({
    day: date,
    orders: 5,
    buyouts: 4,
    profitKopecks,
    isPreliminary,
  });
  const { SELECTED, PREVIOUS, ...rest } = mockProfit({ from: '2026-11-10', to: '2026-11-11', basis: 'OWN' });
  mockServer.use(
    mock(getProfileEndpoint, () => ({ ...mockProfile, shops: mockProfile.shops.slice(0, 1) })),
    mock(getProfitEndpoint, () => ({
      ...rest,
      SELECTED: { ...SELECTED, days: [day('2026-11-10', 1_234_05), day('2026-11-11', -40_00, true)] },
      PREVIOUS: { ...PREVIOUS, days: [day('2026-11-08', 7_00), day('2026-11-09', 8_00)] },
      coverage: {
        orders: { from: '2026-11-01', to: '2026-11-11' },
        report: { from: '2026-11-09', to: '2026-11-10' },
      },
    })),
  );
  const { user } = await openProfit();
  expect(screen.queryByRole('heading', { name: 'Прибыль по магазинам и дням' })).toBeNull();
  const { csv, xlsx, names } = await saveTable(user, 'По дням');
  expect(csv.slice(1)).toEqual([
    ['10.11.2026', '5', '4', '1234,05', 'нет', '08.11.2026', '5', '', ''],
    ['11.11.2026', '5', '4', '-40,00', 'да', '09.11.2026', '5', '4', '8,00'],
  ]);
  expect(xlsx[1]?.[3]).toEqual({ kopecks: 1_234_05 });
  expect(names[0]).toMatch(/^Прибыль по дням 2026-11-10 — 2026-11-1\d\.xlsx$/);
});

it('of own costs has each whole, amounts and rates, with its days and whose it is', async () => {
  const cost: OwnCost = {
    id: 1,
    kind: 'PACKAGING',
    name: '=пакеты',
    amountKopecks: 1_234_50,
    from: '2026-11-01',
    to: '2026-11-30',
    shopId: null,
    nmId: null,
    isTaxDeductible: true,
    version: 1,
    updatedAt: '2026-11-20T14:05:00+03:00',
  };
  const { amountKopecks: _amount, nmId: _nmId, ...said } = cost;
  const rate: OwnCostRate = { ...said, name: 'Менеджер', rateHundredths: 1_50, to: null };
  mockServer.use(mock(listOwnCostRatesEndpoint, () => [rate]));
  mockServer.use(mock(listOwnCostsEndpoint, () => [cost, { ...cost, id: 2, shopId: 1, nmId: 5 }]));
  const { user } = await openProfit();
  await user.click(await screen.findByRole('button', { name: 'Прочие расходы' }));
  await within(await screen.findByRole('dialog')).findAllByRole('listitem');
  const { csv, xlsx } = await saveTable(user, 'Прочие расходы');
  expect(csv.slice(1)).toEqual([
    ['01.11.2026', '', 'Упаковка', 'Менеджер', '', '1,5', 'Все магазины', '', 'да'],
    ['01.11.2026', '30.11.2026', 'Упаковка', "'=пакеты", '1234,50', '', 'Все магазины', '', 'да'],
    ['01.11.2026', '30.11.2026', 'Упаковка', "'=пакеты", '1234,50', '', 'Московский', '5', 'да'],
  ]);
  expect(xlsx).toHaveLength(4);
  expect(xlsx[1]?.slice(4, 6)).toEqual([null, 1.5]);
});
