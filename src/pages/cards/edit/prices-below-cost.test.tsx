import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listShopCardsEndpoint } from '#contract/shop-cards.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockShopCard } from '#tests/mocks/shop-cards.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardEditPage } from './card-edit-page.tsx';

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
const card = mockCard(1, { priceKopecks: 1_000_00, discount: 50, costPriceKopecks: 450_00 });

it('a price below the cost price is said in red, the card’s own and that of a shop', async () => {
  mockServer.use(
    mock(listShopCardsEndpoint, () => [
      mockShopCard(1),
      mockShopCard(2, { shopName: 'Юг', ownPriceKopecks: 800_00, ownDiscount: null }),
    ]),
    ...cardHandlers([card]),
  );
  const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1&tab=PRICE_AND_DISCOUNT');
  const notice = async () =>
    plain((await screen.findByText('Ниже себестоимости')).parentElement?.textContent);
  expect(await notice()).toContain('Своя цена «Юг» — 400 ₽. Себестоимость — 450 ₽.');
  expect(await notice()).not.toContain('Цена со скидкой');
  const discount = screen.getByRole('textbox', { name: 'Скидка' });
  await user.clear(discount);
  await user.type(discount, '60');
  expect(await notice()).toContain('Цена со скидкой — 400 ₽. Своя цена «Юг» — 320 ₽.');
  await user.clear(discount);
  await user.type(discount, '10');
  expect(screen.queryByText('Ниже себестоимости')).not.toBeInTheDocument();
});
