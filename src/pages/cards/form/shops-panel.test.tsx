import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ShopCard } from '#contract/shop-cards.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ShopsPanel } from './shops-panel.tsx';

const inShop = (shopId: number, changes: Partial<ShopCard> = {}): ShopCard => ({
  shopId,
  shopName: 'Магазин',
  nmId: 120_000_000 + shopId,
  vendorCode: 'V-1',
  title: null,
  priceKopecks: 305_000,
  discount: 30,
  state: 'PUBLISHED',
  errors: [],
  sizes: [],
  syncedAt: null,
  ...changes,
});

it('says per shop what differs here and there, and nothing of a shop that has the card as it is', () => {
  const unsentChanges = [
    { field: 'priceKopecks', here: 305_000, inShop: 299_000 },
    { field: 'discount', here: 30, inShop: 25 },
    { field: 'title', here: 'Кружка', inShop: 'Чашка' },
    { field: 'description', here: null, inShop: null },
    { field: 'somethingNew', here: null, inShop: null },
  ];
  renderPage(<ShopsPanel shops={mockProfile.shops} inShops={[inShop(1, { unsentChanges }), inShop(2)]} />);
  const [first, second] = screen.getAllByRole('listitem').filter((item) => /nmId/.test(item.textContent));
  const lines = within(first as HTMLElement)
    .getAllByRole('listitem')
    .map((item) => item.textContent.replaceAll(/[\u00a0\u202f]/g, ' '));
  expect(lines).toEqual([
    'Цена: здесь 3 050 ₽ → в магазине 2 990 ₽',
    'Скидка: здесь 30 % → в магазине 25 %',
    'Наименование: здесь «Кружка» → в магазине «Чашка»',
    'Описание: изменено',
    'Другие поля: изменено',
  ]);
  expect(within(first as HTMLElement).getByText('Не отправлены правки')).toBeVisible();
  expect(within(second as HTMLElement).getByText('Опубликована')).toBeVisible();
});
