import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listHeldPricesEndpoint } from '#contract/held-prices.ts';
import {
  listBelowFloorEndpoint,
  listPriceChangesEndpoint,
  markPriceChangesSeenEndpoint,
  type BelowFloor,
  type PriceChange,
} from '#contract/price-watch.ts';
import { toWire } from '#contract/wire.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { pressSave, saveTable } from '#tests/support/exports/save-table.ts';
import { HeldPricesPage } from './held-prices-page.tsx';

const card = { id: 7, title: 'Кружка керамическая', vendorCode: 'MUG-7' };
const change = (id: number, changes: Partial<PriceChange> = {}): PriceChange => ({
  id,
  shopId: 2,
  shopName: 'Сибирь',
  nmId: 218_734_501,
  card,
  beforePriceKopecks: 1_000_00,
  beforeDiscount: 20,
  priceKopecks: 1_000_00,
  discount: 50,
  noticedAt: '2026-11-20T14:05:00+03:00',
  isSeen: false,
  isOver: false,
  autoPromotions: [],
  ...changes,
});
const page = <Row,>(results: Row[], count = results.length) => ({
  count,
  next: null,
  previous: null,
  results,
});

function showTab(tab: 'below' | 'changed') {
  mockServer.use(mock(listHeldPricesEndpoint, () => ({ ...page([]), readAt: null, problems: [] })));
  return renderPage(<HeldPricesPage />, `/home/cards/price-quarantine?tab=${tab}`);
}

it('what is sold below its floor says both prices and leads to the price of the card', async () => {
  const row: BelowFloor = {
    shopId: 2,
    shopName: 'Сибирь',
    nmId: 5,
    card,
    priceKopecks: 640_00,
    lowestKopecks: 700_00,
  };
  mockServer.use(mock(listBelowFloorEndpoint, () => page([row])));
  showTab('below');
  const list = await screen.findByRole('list', { name: 'Ниже минимальной цены' });
  expect(within(list).getByRole('listitem')).toHaveTextContent(/MUG-7 · Сибирь.*640\s₽минимальная 700\s₽/);
  expect(within(list).getByRole('link', { name: card.title })).toHaveAttribute(
    'href',
    '/home/cards/edit?id=7&tab=PRICE_AND_DISCOUNT',
  );
});

it('a price changed by others says from what to what, and what may have done it', async () => {
  mockServer.use(
    mock(listPriceChangesEndpoint, () => ({
      ...page([
        change(3, { autoPromotions: ['Распродажа: автоакция'] }),
        // A promotion does not raise prices.
        change(2, { discount: 10, isSeen: true, autoPromotions: ['Распродажа: автоакция'] }),
        change(1, { card: null, isOver: true, isSeen: true }),
      ]),
      unseenCount: 1,
    })),
  );
  showTab('changed');
  const list = await screen.findByRole('list', { name: 'Изменения цен' });
  const [lowered, raised, nameless] = within(list).getAllByRole('listitem');
  expect(lowered).toHaveTextContent(/новоевозможно, автоакция: Распродажа: автоакция/);
  expect(lowered).toHaveTextContent(/800\s₽ → 500\s₽−38\s%, скидка 20 → 50\s%/);
  expect(raised).toHaveTextContent(/800\s₽ → 900\s₽/);
  expect(raised).not.toHaveTextContent(/автоакция|новое/);
  expect(nameless).toHaveTextContent(/Артикул WB 218734501.*уже другая цена/);
  expect(await screen.findByRole('link', { name: /Изменились на Wildberries.*1/ })).toBeVisible();
});

it('a lowered price says what it takes a day by what was ordered since; a raised one and an old one do not', async () => {
  const ordersSince = { count: 12, dayCount: 3 };
  mockServer.use(
    mock(listPriceChangesEndpoint, () => ({
      ...page([
        change(4, { ordersSince }),
        change(3, { ordersSince: { count: 0, dayCount: 3 } }),
        change(2, { discount: 10, ordersSince }),
        change(1, { isOver: true, ordersSince: null }),
      ]),
      unseenCount: 0,
    })),
  );
  showTab('changed');
  const list = await screen.findByRole('list', { name: 'Изменения цен' });
  const [lowered, ...others] = within(list).getAllByRole('listitem');
  // 300 ₽ of each of twelve, over three days.
  expect(lowered).toHaveTextContent(/≈ −1\s200\s₽ в день: 12\sзаказов за 3\sдня/);
  for (const other of others) expect(other).not.toHaveTextContent('в день');
});

it('changes are marked as seen up to the newest on the screen', async () => {
  const asked: number[] = [];
  let isSeen = false;
  mockServer.use(
    mock(listPriceChangesEndpoint, () => ({
      ...page([change(9, { isSeen }), change(8, { isSeen })]),
      unseenCount: isSeen ? 0 : 2,
    })),
    mock(markPriceChangesSeenEndpoint, ({ body }) => {
      asked.push(body.upToId);
      isSeen = true;
      return undefined;
    }),
  );
  const { user } = showTab('changed');
  await user.click(await screen.findByRole('button', { name: 'Отметить просмотренными' }));
  await expect.poll(() => screen.queryByText('новое')).toBeNull();
  expect(asked).toEqual([9]);
  expect(screen.queryByRole('button', { name: 'Отметить просмотренными' })).not.toBeInTheDocument();
});

it('what is sold below its floor is saved to the last page', async () => {
  const rows = Array.from({ length: 230 }, (_, index): BelowFloor => ({
    shopId: 2,
    shopName: 'Сибирь',
    nmId: index + 1,
    card,
    priceKopecks: 640_00,
    lowestKopecks: 700_00,
  }));
  mockServer.use(
    mock(listBelowFloorEndpoint, ({ query: { limit, offset } }) => ({
      ...page(rows.slice(offset, offset + limit), rows.length),
      next: offset + limit < rows.length ? '/next' : null,
    })),
  );
  const { user } = showTab('below');
  const { csv, xlsx } = await saveTable(user, 'Ниже минимальной цены');
  expect(csv).toHaveLength(231);
  expect(xlsx).toHaveLength(231);
  expect(csv.at(-1)).toEqual(['230', 'MUG-7', 'Кружка керамическая', 'Сибирь', '640,00', '700,00']);
});

it('changes of prices are saved, or said to be incomplete', async () => {
  let count = 2;
  mockServer.use(
    mock(listPriceChangesEndpoint, () => ({
      ...page([change(2, { autoPromotions: ['Хиты', 'Лето'] }), change(1, { card: null })], count),
      unseenCount: 0,
    })),
  );
  const { user } = showTab('changed');
  const { csv } = await saveTable(user, 'Изменения цен');
  expect(csv.slice(1)).toEqual([
    [
      '218734501',
      'MUG-7',
      'Кружка керамическая',
      'Сибирь',
      '20.11.2026 14:05',
      '800,00',
      '20',
      '500,00',
      '50',
      'Хиты, Лето',
      'нет',
      '',
    ],
    ['218734501', '', '', 'Сибирь', '20.11.2026 14:05', '800,00', '20', '500,00', '50', '', 'нет', ''],
  ]);
  count = 3;
  await pressSave(user, 'Изменения цен', 'xlsx');
  expect(await screen.findByText(/пришло 2 из 3.строк/)).toBeVisible();
});

it.each([
  ['below', listBelowFloorEndpoint, /^На 20\sянваря.*, 12:40 ниже минимальной не продаётся ничего$/],
  ['changed', listPriceChangesEndpoint, /^На 20\sянваря.*, 12:40 цены никто не менял$/],
] as const)('that «%s» has nothing is said of the time of the copy', async (tab, endpoint, nothing) => {
  const headers = {
    'content-type': 'application/json',
    'x-sw-cache': 'hit',
    'x-fetched-at': String(Date.parse('2026-01-20T12:40:00+03:00')),
  };
  mockServer.use(
    mock(endpoint, () => new Response(JSON.stringify(toWire({ ...page([]), unseenCount: 0 })), { headers })),
  );
  showTab(tab);
  expect(await screen.findByText(nothing)).toBeVisible();
  expect(screen.getByText(/^Обновлено 20\sянваря/)).toBeVisible();
});

it('that nobody has changed prices is said of the time when it was heard, once the connection is gone', async () => {
  mockServer.use(mock(listPriceChangesEndpoint, () => ({ ...page([]), unseenCount: 0 })));
  showTab('changed');
  expect(await screen.findByText('Цены никто не менял')).toBeVisible();
  act(() => connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 }));
  expect(screen.getByText(/^На \d\d:\d\d цены никто не менял$/)).toBeVisible();
  expect(screen.getByText(/^Нет связи\. Данные на \d\d:\d\d$/)).toBeVisible();
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
});
