import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listStockMoneyEndpoint, type StockMoney, type StockOfCard } from '#contract/stock-money.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ProfitPage } from './profit-page.tsx';

const ADDRESS = '/home/analytics/profit?days=30&basis=INCOME&stock=days';
const SOLD_DAYS = { from: '2026-11-02', to: '2026-11-15' };
const plain = (element: HTMLElement) => (element.textContent ?? '').replaceAll('\u00a0', ' ');
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
  daysOfStock: 20,
  ...changes,
});

function serve(shops: Partial<StockMoney['shops'][number]>[], totals: Partial<StockMoney['totals']> = {}) {
  const results = [card(1, {}), card(2, { nmId: null }), card(3, { soldUnits: 0 })];
  mockServer.use(
    mock(listStockMoneyEndpoint, () => ({
      count: results.length,
      next: null,
      previous: null,
      results,
      totals: {
        units: 30,
        frozenKopecks: 4_500_00,
        unitsWithoutCost: 0,
        cardsWithoutCost: 0,
        soldUnits: 21,
        daysOfStock: 20,
        ...totals,
      },
      shops: shops.map((changes, index) => ({
        shopId: index + 1,
        readAt: null,
        soldDays: SOLD_DAYS,
        ...changes,
      })),
    })),
  );
}

const findDialog = () => screen.findByRole('dialog', { name: /^Запас/ });

describe('«Запас»', () => {
  it('opens to what is there and what was sold a day, shop by shop, which add up', async () => {
    serve([{ soldUnits: 14 }, { soldUnits: 7 }]);
    renderPage(<ProfitPage />, ADDRESS);
    const dialog = await findDialog();
    const by = await within(dialog).findByRole('region', { name: 'На что делится' });
    expect(plain(dialog)).toContain('Запас: на 20 дней');
    expect(plain(within(dialog).getByRole('region', { name: 'Что делится' }))).toContain('Остаток30 шт.');
    const [first, second] = within(by).getAllByRole('button');
    expect(plain(first as HTMLElement)).toMatch(/продано 14 шт\. за 14 дней.*1 шт\. в день$/);
    expect(plain(second as HTMLElement)).toMatch(/продано 7 шт\. за 14 дней.*0,5 шт\. в день$/);
    expect(plain(by)).toMatch(/Вместе1,5 шт\. в день$/);
    expect(within(dialog).getByRole('link', { name: 'Остаток' })).toHaveAttribute(
      'href',
      expect.stringContaining('stock=money'),
    );
  });

  it('of a shop opens to its cards, and each of these to what was bought and came back on those days', async () => {
    serve([{ soldUnits: 14 }]);
    const { user } = renderPage(<ProfitPage />, ADDRESS);
    const by = await within(await findDialog()).findByRole('region', { name: 'На что делится' });
    await user.click(within(by).getByRole('button'));
    const cards = within(await within(by).findByRole('list', { name: /^Карточки: / })).getAllByRole(
      'listitem',
    );
    expect(cards.map(plain)).toEqual([
      'Кружка 1продано 7 шт.MUG-1 · остаток 10 шт.ВыкупыВозвраты',
      // The marketplace has no number for it, so nothing was sold of it under one.
      'Кружка 2продано 7 шт.MUG-2 · остаток 10 шт.',
      'Кружка 3продано 0 шт.MUG-3 · остаток 10 шт.',
    ]);
    const hrefs = within(cards[0] as HTMLElement)
      .getAllByRole('link')
      .slice(1)
      .map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(
      ['BUYOUTS', 'RETURNS'].map(
        (figure) =>
          `/home/analytics/profit?from=2026-11-02&to=2026-11-15&shop=1&basis=INCOME&of=${figure}&card=1-150000001`,
      ),
    );
  });

  it('says why it cannot be told', async () => {
    serve([{ soldDays: null }], { daysOfStock: null });
    renderPage(<ProfitPage />, ADDRESS);
    const dialog = await findDialog();
    expect(await within(dialog).findByText(/Продажи известны не во всех магазинах/)).toBeInTheDocument();
    expect(plain(dialog)).toContain('продажи неизвестны—');
  });

  it('of returns alone is not told, and says so', async () => {
    serve([{ soldUnits: -2 }], { daysOfStock: null, soldUnits: -2 });
    renderPage(<ProfitPage />, ADDRESS);
    expect(await within(await findDialog()).findByText(/продано не больше, чем вернули/)).toBeInTheDocument();
  });

  it('that could not be opened is asked for again by hand', async () => {
    mockServer.use(mock(listStockMoneyEndpoint, () => mockError(500)));
    const { user } = renderPage(<ProfitPage />, ADDRESS);
    const again = await within(await findDialog()).findByRole(
      'button',
      { name: /Повторить|Попробовать/ },
      { timeout: 10_000 },
    );
    serve([{ soldUnits: 14 }]);
    await user.click(again);
    await screen.findByRole('dialog', { name: /^Запас: на 20.дней$/ });
  });
});
