import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { updateShopCardEndpoint, type ShopCard } from '#contract/shop-cards.ts';
import { listShopsEndpoint } from '#contract/shops.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockShop, shopHandlers } from '#tests/mocks/shops.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ShopPricesTable } from './shop-prices-table.tsx';

const shopCard = (shopId: number, shopName: string, changes: Partial<ShopCard> = {}): ShopCard => ({
  shopId,
  shopName,
  nmId: 1,
  vendorCode: 'MUG-1',
  title: null,
  priceKopecks: 1_000_00,
  discount: 10,
  ownPriceKopecks: null,
  ownDiscount: null,
  state: 'PUBLISHED',
  errors: [],
  sizes: [],
  syncedAt: null,
  ...changes,
});

const card = { priceKopecks: 900_00, discount: 20 };
const show = (disabledReason: string | null = null) =>
  renderPage(
    <ShopPricesTable
      cardId={5}
      inShops={[shopCard(1, 'Московский', { ownPriceKopecks: 1_200_00 }), shopCard(2, 'Сибирь')]}
      shops={[]}
      card={card}
      disabledReason={disabledReason}
    />,
  );

it('a shop’s own price is seen beside what it has now, and an empty field takes the card’s', async () => {
  const asked: unknown[] = [];
  mockServer.use(
    mock(updateShopCardEndpoint, ({ params, body }) => {
      asked.push({ ...params, ...body });
      return shopCard(params.shopId, 'Сибирь');
    }),
  );
  const { user } = show();
  expect(screen.getByText(/^Своя: 960 ₽ \(1.200 ₽, −20.%\)$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Своя цена для «Сибирь»' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Своя скидка' }), '70');
  expect(dialog.getByText('270 ₽')).toBeVisible();
  expect(dialog.getByText(/треть прежней цены или меньше/)).toBeVisible();
  await user.clear(dialog.getByRole('textbox', { name: 'Своя скидка' }));
  await user.type(dialog.getByRole('textbox', { name: 'Своя цена' }), '950');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Цена для «Сибирь» сохранена')).toBeVisible();
  const seen = { ownPriceKopecks: null, ownDiscount: null };
  expect(asked).toEqual([{ id: 5, shopId: 2, ownPriceKopecks: 950_00, ownDiscount: null, seen }]);
});

const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .slice(1, 4)
    .map(({ textContent }) => textContent);

it('of a shop that was never read nobody knows whether it has the card: it says so, and no dash', async () => {
  mockServer.use(
    mock(listShopsEndpoint, () => [mockShop({ id: 1, lastSyncedAt: null }), mockShop({ id: 2 })]),
  );
  const unknown = { nmId: null, priceKopecks: null, discount: null };
  renderPage(
    <ShopPricesTable
      cardId={5}
      inShops={[shopCard(1, 'Московский', unknown), shopCard(2, 'Сибирь', unknown)]}
      shops={[]}
      card={card}
      disabledReason={null}
    />,
  );
  expect(await screen.findByText('Магазин ещё не обновлялся')).toBeVisible();
  expect(cellsOf(/Московский/)).toEqual(['', '', 'не прочитана']);
  expect(cellsOf(/Сибирь/)).toEqual(['—', '—', '—']);
});

it('of a shop without the card there is no price; of one that has it a price that was not read is no dash', () => {
  mockServer.use(...shopHandlers());
  renderPage(
    <ShopPricesTable
      cardId={5}
      inShops={[
        shopCard(1, 'Московский', { nmId: null, priceKopecks: null, discount: null }),
        shopCard(2, 'Сибирь', { priceKopecks: null, discount: null }),
      ]}
      shops={[]}
      card={card}
      disabledReason={null}
    />,
  );
  expect(cellsOf(/Московский/)).toEqual(['—', '—', '—']);
  expect(cellsOf(/Сибирь/)).toEqual(['', '', 'не прочитана']);
});

it('prices cannot be changed without a connection', async () => {
  show('Цены меняются только при связи');
  for (const button of screen.getAllByRole('button')) {
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleName(/Цены меняются только при связи/);
  }
});
