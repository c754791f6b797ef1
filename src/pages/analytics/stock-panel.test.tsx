import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listStockMoneyEndpoint, type StockMoney, type StockOfCard } from '#contract/stock-money.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { saveTable } from '#tests/support/exports/save-table.ts';
import type { CardOfFigure } from './profit-address.ts';
import { StockPanel } from './stock-panel.tsx';

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
const card = (cardId: number, changes: Partial<StockOfCard>): StockOfCard => ({
  cardId,
  shopId: 1,
  nmId: 150_000_000 + cardId,
  vendorCode: `MUG-${cardId}`,
  title: `Кружка ${cardId}`,
  units: 10,
  frozenKopecks: 1_500_00,
  unitsWithoutCost: 0,
  soldUnits: 7,
  daysOfStock: 20.4,
  ...changes,
});
const cards = [
  card(1, {}),
  card(2, { units: 3, frozenKopecks: 0, unitsWithoutCost: 3, soldUnits: 0, daysOfStock: null }),
];
const shop = (shopId: number, known: Partial<StockMoney['shops'][number]>) => ({
  shopId,
  readAt: '2026-11-20T13:30:00+03:00',
  soldDays: { from: '2026-11-02', to: '2026-11-15' },
  ...known,
});

function serve(shops: StockMoney['shops']) {
  const asked: (number[] | undefined)[] = [];
  mockServer.use(
    mock(listStockMoneyEndpoint, ({ query }) => {
      asked.push(query.shop);
      return {
        count: cards.length,
        next: null,
        previous: null,
        results: cards,
        totals: {
          units: 13,
          frozenKopecks: 1_500_00,
          unitsWithoutCost: 3,
          cardsWithoutCost: 1,
          soldUnits: 7,
          daysOfStock: 26,
        },
        shops,
      };
    }),
  );
  return asked;
}

async function openStock(
  chosen: string[] = [],
  onOpen: (card: CardOfFigure | null) => void = () => undefined,
) {
  const rendered = renderPage(
    <StockPanel shop={chosen} shops={new Map()} onOpen={onOpen} onOpenDays={() => undefined} />,
    '/',
  );
  await rendered.user.click(screen.getByRole('button', { name: 'Показать остатки' }));
  const list = await screen.findByRole('list', { name: 'Остатки по карточкам' });
  return { ...rendered, list, text: plain(document.body.textContent) };
}

it('is asked for when it is opened, of the chosen shops, and says of what moment and of which warehouses it is', async () => {
  const asked = serve([shop(1, {})]);
  const { list, text } = await openStock(['1']);
  expect(asked).toEqual([[1]]);
  expect(text).toContain('Деньги в остатках1 500 ₽');
  expect(text).toContain('Запасна 26 дней');
  expect(text).toMatch(/Остатки прочитаны .*13:30\./);
  expect(text).toContain('Товар на складах Wildberries сюда не входит.');
  const [first, second] = within(list).getAllByRole('listitem');
  expect(plain(first?.textContent)).toContain('запас на 20 дней');
  expect(plain(second?.textContent)).toContain('нет себестоимости—');
  expect(plain(second?.textContent)).toContain('продаж нет или неизвестны');
});

it('says how many cards have no cost, and which shops are not known', async () => {
  serve([shop(1, {}), shop(2, { readAt: null, soldDays: null })]);
  const { text } = await openStock();
  expect(text).toContain('Не посчитаны деньги в 3 шт.: себестоимости нет у 1 карточки.');
  expect(text).toContain('Остатки ещё не прочитаны: Магазин № 2.');
  expect(text).toContain('Продажи неизвестны, поэтому неизвестен и запас: Магазин № 2.');
  expect(text).toContain('посчитана в каждом');
});

it('opens the money of all and of one card; of a card without a cost price there is none', async () => {
  serve([shop(1, {})]);
  const opened: (CardOfFigure | null)[] = [];
  const { user } = await openStock([], (one) => opened.push(one));
  for (const button of screen.getAllByRole('button', { name: /^Деньги в остатках: .*, из чего сложилось$/ }))
    await user.click(button);
  expect(opened).toEqual([null, { shopId: 1, nmId: 150_000_001 }]);
});

it('is saved whole; what is not known is empty', async () => {
  serve([shop(1, {})]);
  const { user } = await openStock();
  const { csv, xlsx } = await saveTable(user, 'Остатки');
  expect([csv.length, xlsx.length]).toEqual([3, 3]);
  expect(xlsx[1]?.slice(4)).toEqual([10, { kopecks: 1_500_00 }, 0, 7, 20.4]);
  expect(xlsx[2]?.slice(4)).toEqual([3, null, 3, 0, null]);
});
