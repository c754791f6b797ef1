import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listShopCardsEndpoint, updateShopCardEndpoint } from '#contract/shop-cards.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockShopCard } from '#tests/mocks/shop-cards.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardEditPage } from './card-edit-page.tsx';

const address = '/home/cards/edit?id=1&tab=PRICE_AND_DISCOUNT';

it('prices of shops that did not come say so beside the card’s own, and are asked for again', async () => {
  let isThere = false;
  mockServer.use(
    mock(listShopCardsEndpoint, () =>
      isThere ? [mockShopCard(1)] : mockError(400, { detail: ['Магазины сейчас не читаются'] }),
    ),
    ...cardHandlers([mockCard(1)]),
  );
  const { user } = renderPage(<CardEditPage />, address);
  expect(await screen.findByText('Магазины сейчас не читаются')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Цена до скидки' })).toBeVisible();
  isThere = true;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  const table = await screen.findByRole('table', { name: 'Цены в магазинах' });
  expect(within(table).getAllByRole('row')).toHaveLength(2);
});

it('a price that nobody has typed is an empty field, and nothing is said of what comes after the discount', async () => {
  mockServer.use(
    mock(listShopCardsEndpoint, () => []),
    ...cardHandlers([mockCard(1, { priceKopecks: 0, discount: 0 })]),
  );
  const { user } = renderPage(<CardEditPage />, address);
  const price = await screen.findByRole('textbox', { name: 'Цена до скидки' });
  expect(price).toHaveValue('');
  expect(price).toHaveAccessibleDescription(/Без цены карточку не отправить/);
  expect(screen.getByText('Цена со скидкой').nextSibling).toHaveTextContent('—');
  await user.type(price, '500');
  expect(price).toHaveValue('500');
  expect(screen.getByText('Цена со скидкой').nextSibling).toHaveTextContent(/^500.₽$/);
});

it('a shop’s own price that was just saved is what its dialog begins with, and what the next save goes by', async () => {
  const seen: unknown[] = [];
  let reads = 0;
  mockServer.use(
    mock(listShopCardsEndpoint, () => {
      reads += 1;
      // What is read after a save is slow: the old one stands meanwhile, unless the save itself says better.
      return reads === 1 ? [mockShopCard(1)] : new Promise<never>(() => {});
    }),
    mock(updateShopCardEndpoint, ({ body }) => {
      seen.push(body.seen);
      return mockShopCard(1, { ownPriceKopecks: body.ownPriceKopecks, ownDiscount: body.ownDiscount });
    }),
    ...cardHandlers([mockCard(1)]),
  );
  const { user } = renderPage(<CardEditPage />, address);
  const set = async (price: string) => {
    await user.click(await screen.findByRole('button', { name: 'Своя цена для «Магазин»' }));
    const dialog = await screen.findByRole('dialog', { name: 'Цена для «Магазин»' });
    const field = within(dialog).getByRole('textbox', { name: 'Своя цена' });
    await user.clear(field);
    await user.type(field, price);
    await user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await set('5000');
  await set('6000');
  expect(seen).toEqual([
    { ownPriceKopecks: null, ownDiscount: null },
    { ownPriceKopecks: 500_000, ownDiscount: null },
  ]);
});
