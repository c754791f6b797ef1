import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ProfitCard } from '#contract/analytics.ts';
import { mockTotals } from '#tests/mocks/analytics.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ProfitList } from './profit-list.tsx';
import type { ProfitMark } from './profit-marks.ts';

const WHOLE: ProfitMark = {
  isPreliminary: false,
  isUnreported: false,
  hasOrders: true,
  isWithoutOrders: false,
};
const CARD: ProfitCard = {
  nmId: 150_000_001,
  cardId: 1,
  shopId: 2,
  vendorCode: 'MUG-1',
  title: 'Кружка',
  hasCostPrice: true,
  totals: mockTotals({ orders: 3 }),
};

it('opens each figure of all and of a card on a narrow screen, as the table of a wide one does', async () => {
  const opened: string[] = [];
  const { user } = renderPage(
    <ProfitList
      cards={[CARD]}
      totals={mockTotals()}
      marks={{ ordersSince: null, ofAll: WHOLE, ofShop: () => WHOLE }}
      shops={new Map()}
      onOpen={(name, card) => opened.push(`${name} ${card ? card.nmId : 'all'}`)}
    />,
    '/',
  );
  const rows = within(screen.getByRole('list', { name: 'Прибыль по карточкам' })).getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    for (const button of within(row).getAllByRole('button')) await user.click(button);
  }
  const figures = ['PROFIT', 'ORDERS', 'BUYOUTS', 'REVENUE', 'PAYOUT', 'MARGIN'];
  expect(opened).toEqual(['all', '150000001'].flatMap((whose) => figures.map((name) => `${name} ${whose}`)));
  expect(
    within(rows[1] as HTMLElement).getByRole('button', { name: 'Заказы: 3, из чего сложилось' }),
  ).toBeInTheDocument();
});
