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
