import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listPriceChangesEndpoint, type PriceChange } from '#contract/price-watch.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { PromotionsPage } from './promotions-page.tsx';

const change = (id: number, changes: Partial<PriceChange>): PriceChange => ({
  id,
  shopId: 1,
  shopName: 'Сибирь',
  nmId: 218_734_501,
  card: null,
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

async function openWith(results: PriceChange[], unseenCount: number) {
  mockServer.use(
    mock(listPriceChangesEndpoint, () => ({
      count: results.length,
      next: null,
      previous: null,
      results,
      unseenCount,
    })),
  );
  renderPage(<PromotionsPage />, '/home/promotions');
  await screen.findByRole('list', { name: 'Акции' });
}

it('prices that others have changed are told on «Акции», with the automatic promotion that may have lowered them', async () => {
  await openWith(
    [
      change(3, { autoPromotions: ['Осень'] }),
      // A promotion does not raise prices; what was looked at is no news.
      change(2, { discount: 10, autoPromotions: ['Лето'] }),
      change(1, { isSeen: true, autoPromotions: ['Весна'] }),
    ],
    2,
  );
  expect(await screen.findByText('Изменений цен не из Прилавка: 2')).toBeVisible();
  expect(screen.getByText(/^Возможно, товар попал в автоакцию: «Осень»\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Посмотреть' })).toHaveAttribute(
    'href',
    '/home/cards/price-quarantine?tab=changed',
  );
});

it('other changes are told without a promotion', async () => {
  await openWith([change(1, {})], 1);
  expect(await screen.findByText(/^Их поставил кабинет Wildberries/)).toBeVisible();
});

it('changes that were looked at are not told again', async () => {
  await openWith([change(1, { isSeen: true })], 0);
  expect(screen.queryByText(/не из Прилавка/)).not.toBeInTheDocument();
});
