import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listCardChangesEndpoint, type CardChange } from '#contract/card-history.ts';
import { getPriceFloorEndpoint, setPriceFloorEndpoint } from '#contract/price-watch.ts';
import { listShopCardsEndpoint, updateShopCardEndpoint } from '#contract/shop-cards.ts';
import { NBSP } from '#lib/numbers.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockShopCard } from '#tests/mocks/shop-cards.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardEditPage } from './card-edit-page.tsx';

const change = (
  id: number,
  before: object,
  after: object,
  userName: string | null = 'Второй',
): CardChange => ({
  id,
  changedAt: '2026-11-19T10:00:00+03:00',
  userName,
  before: { ...before },
  after: { ...after },
});

const nameOf = (photo = '') => /[0-9]{32}/.exec(photo)?.[0] ?? photo;

async function openHistory() {
  const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
  await user.click(await screen.findByRole('button', { name: 'История' }));
  return { user, dialog: await screen.findByRole('dialog', { name: 'История карточки' }) };
}

describe('the history of a card', () => {
  it('says who changed what, and puts an old value into the form without saving it', async () => {
    mockServer.use(
      mock(listCardChangesEndpoint, () => ({
        results: [
          change(2, { brand: 'Сновея' }, { brand: 'Керамия' }),
          change(1, { priceKopecks: 0 }, { priceKopecks: 890_00 }, null),
        ],
        nextBeforeId: null,
      })),
    );
    const { user, dialog } = await openHistory();
    expect(await within(dialog).findByText('Второй', { exact: false })).toBeVisible();
    expect(within(dialog).getByText('С маркетплейса', { exact: false })).toBeVisible();
    expect(within(dialog).getByText(/Карточка создана/)).toBeVisible();
    const takeBack = within(dialog).getByRole('button', { name: 'Вернуть: Бренд' });
    await user.click(takeBack);
    expect(takeBack).toHaveFocus();
    expect(takeBack).toHaveAccessibleDescription('Это значение сейчас в форме');
    await user.click(within(dialog).getByRole('button', { name: 'Готово' }));
    expect(screen.getByRole('combobox', { name: 'Бренд' })).toHaveValue('Сновея');
    expect(screen.getByText('Не сохранено')).toBeVisible();
  });

  it('shows photos themselves, in their order on either side, and a frame for a file that is gone', async () => {
    const [first, second, third] = [1, 2, 3].map((n) => `/media/photos/${String(n).repeat(32)}.jpg`);
    mockServer.use(
      mock(listCardChangesEndpoint, () => ({
        results: [change(3, { photos: [first, second], goneFiles: [second] }, { photos: [third, first] })],
        nextBeforeId: null,
      })),
    );
    const { dialog } = await openHistory();
    const before = (await within(dialog).findByText(/Было: 2 фото, из них уже удалено/)).closest('del');
    const after = within(dialog).getByText('Стало: 2 фото').closest('ins');
    const addressesIn = (side: Element | null) =>
      [...(side?.querySelectorAll('img') ?? [])].map((image) => image.getAttribute('src')?.split('?')[0]);
    expect(addressesIn(before)).toEqual([first].map((one) => expect.stringContaining(nameOf(one))));
    expect(addressesIn(after)).toEqual([third, first].map((one) => expect.stringContaining(nameOf(one))));
    expect(within(dialog).getByTitle('Файл уже удалён')).toBeVisible();
  });

  it('is read on when asked for, and ends with the card’s beginning', async () => {
    mockServer.use(
      mock(listCardChangesEndpoint, ({ query }) =>
        query.beforeId === undefined
          ? { results: [change(9, { discount: 1 }, { discount: 2 })], nextBeforeId: 9 }
          : { results: [change(8, { discount: 0 }, { discount: 1 })], nextBeforeId: null },
      ),
    );
    const { user, dialog } = await openHistory();
    const more = await within(dialog).findByRole('button', { name: 'Показать ещё' });
    expect(within(dialog).queryByText(/Карточка создана/)).toBeNull();
    await user.click(more);
    expect(await within(dialog).findByText(/Карточка создана/)).toBeVisible();
    expect(within(dialog).getAllByRole('button', { name: 'Вернуть: Скидка' })).toHaveLength(2);
  });

  it('tells the lowest price, which goes back by way of a dialog that says what it is now', async () => {
    const saved: unknown[] = [];
    const floor = (floorKopecks: number | null, overCostBasisPoints: number | null = null) => ({
      floorKopecks,
      overCostBasisPoints,
    });
    mockServer.use(
      mock(listCardChangesEndpoint, () => ({
        results: [
          change(3, { priceFloor: floor(700_00) }, { priceFloor: floor(600_00) }, 'Третий'),
          change(2, { priceFloor: floor(600_00) }, { priceFloor: floor(700_00) }),
          change(1, { priceFloor: floor(null) }, { priceFloor: floor(600_00, 2000) }, 'Первый'),
        ],
        nextBeforeId: null,
      })),
      mock(getPriceFloorEndpoint, () => ({ ...floor(600_00), lowestKopecks: 600_00 })),
      mock(setPriceFloorEndpoint, ({ body }) => {
        saved.push(body);
        return { ...floor(700_00), lowestKopecks: 700_00 };
      }),
    );
    const { user, dialog } = await openHistory();
    const [last, there] = await within(dialog).findAllByRole('button', { name: 'Вернуть: Минимальная цена' });
    expect(within(dialog).getByText(/себестоимость.\+.20.%/)).toBeVisible();
    expect(there).toHaveAccessibleDescription('Так сейчас и есть');
    await waitFor(() => expect(last).toBeEnabled());
    if (last) await user.click(last);
    const form = await screen.findByRole('dialog', { name: 'Минимальная цена' });
    expect(form).toHaveAccessibleDescription(/Вернётся: 700.₽. Сейчас: 600.₽./);
    await user.click(within(form).getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(saved).toEqual([{ ...floor(700_00), seen: floor(600_00) }]));
  });

  describe('of a shop’s own price', () => {
    const own = (shopId: number, facts: object) => ({ ownPrices: [{ shopId, ...facts }] });
    const inShop = (changes: object) =>
      mock(listShopCardsEndpoint, () => [mockShopCard(1, { shopName: 'Московский', ...changes })]);

    it('tells one write once, and puts the old price into the dialog that sends it, beside what it is now', async () => {
      const saved: unknown[] = [];
      mockServer.use(
        mock(listCardChangesEndpoint, () => ({
          results: [
            change(3, own(1, { discount: 5 }), own(1, { discount: 10 })),
            change(2, own(1, { priceKopecks: 508_000 }), own(1, { priceKopecks: 558_800 })),
          ],
          nextBeforeId: null,
        })),
        inShop({ ownPriceKopecks: 600_000, ownDiscount: 10 }),
        mock(updateShopCardEndpoint, ({ body }) => {
          saved.push(body);
          return mockShopCard(1);
        }),
      );
      const { user, dialog } = await openHistory();
      const takeBack = await within(dialog).findByRole('button', {
        name: 'Вернуть: Своя цена для «Московский»',
      });
      expect(within(dialog).getAllByText('Второй', { exact: false })).toHaveLength(1);
      await waitFor(() => expect(takeBack).toBeEnabled());
      await user.click(takeBack);
      const form = await screen.findByRole('dialog', { name: 'Цена для «Московский»' });
      expect(form).toHaveAccessibleDescription(/Сейчас цена 6.000.₽, скидка 10.%/);
      expect(within(form).getByRole('textbox', { name: 'Своя цена' })).toHaveValue(`5${NBSP}080`);
      expect(within(form).getByRole('textbox', { name: 'Своя скидка' })).toHaveValue('10');
      await user.click(within(form).getByRole('button', { name: 'Сохранить' }));
      await waitFor(() =>
        expect(saved).toEqual([
          {
            ownPriceKopecks: 508_000,
            ownDiscount: 10,
            seen: { ownPriceKopecks: 600_000, ownDiscount: 10 },
          },
        ]),
      );
    });

    it('has no way back to what is so already, nor in a shop that is gone', async () => {
      mockServer.use(
        mock(listCardChangesEndpoint, () => ({
          results: [
            change(2, own(99, { priceKopecks: 100 }), own(99, { priceKopecks: 200 })),
            change(1, own(1, { priceKopecks: null }), own(1, { priceKopecks: 508_000 })),
          ],
          nextBeforeId: null,
        })),
        inShop({}),
      );
      const { dialog } = await openHistory();
      const takeBack = await within(dialog).findByRole('button', {
        name: 'Вернуть: Своя цена для «Московский»',
      });
      await waitFor(() => expect(takeBack).toHaveAccessibleDescription('Так сейчас и есть'));
      expect(within(dialog).getByText('Своя цена для «Магазин 99»')).toBeVisible();
      expect(within(dialog).queryByRole('button', { name: /Магазин 99/ })).toBeNull();
    });
  });
});
