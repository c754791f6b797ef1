import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listCardChangesEndpoint, type CardChange } from '#contract/card-history.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
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
});
