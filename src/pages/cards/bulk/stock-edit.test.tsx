import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const PAGE = '/home/cards/bulk-edit?id=7';
const NBSP = '\u00a0';

const stock = (warehouseId: number, techSize: string, amount: number) => ({
  warehouseId,
  warehouseName: `Склад ${warehouseId} · Север`,
  chrtId: techSize === 'M' ? 1 : 2,
  techSize,
  amount,
});

it('stocks of a group are asked for, shown by warehouse and size, and are not to be sent again', async () => {
  mockServer.use(
    ...bulkEditHandlers([
      mockBulkRow(1, {
        before: { stocks: [stock(1, 'M', 5), stock(2, 'L', 0)] },
        after: { stocks: [stock(1, 'M', 15), stock(2, 'L', 10)] },
      }),
      mockBulkRow(2, {
        before: { stocks: [stock(1, 'M', 3)] },
        after: { stocks: [stock(1, 'M', 13)] },
        warnings: ['PARTLY'],
        refusal: 'Склад 2 · Север: нет токена',
      }),
    ]),
  );
  const { user } = renderApp(PAGE);
  await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 2/ }));
  await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Остатки на складах');
  const next = dialog.getByRole('button', { name: 'Посмотреть изменения' });
  expect(next).toHaveAccessibleDescription('Выберите склад или группу складов');
  const place = await dialog.findByLabelText('Склад или группа складов');
  // A group for zeroing has its own page.
  expect(within(place).queryByRole('option', { name: /Распродажа/ })).not.toBeInTheDocument();
  await user.selectOptions(place, 'group-1');
  expect(next).toHaveAccessibleDescription('Укажите сколько');
  await user.selectOptions(dialog.getByLabelText('Остаток'), 'Прибавить, шт.');
  await user.type(dialog.getByLabelText('Сколько'), '10');
  await user.click(next);

  expect(
    await screen.findByRole('heading', { name: `Остатки: +10${NBSP}шт. · Основные склады` }),
  ).toBeVisible();
  expect(await screen.findByRole('row', { name: /Кружка керамическая 1/ })).toHaveTextContent(
    'M · Склад 1 · Севербыло 5 → станет 15L · Склад 2 · Севербыло 0 → станет 10',
  );
  expect(screen.getByText('Склад 2 · Север: нет токена')).toBeVisible();
  expect(screen.getByText(/уйдут на Wildberries сразу/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Применить/ }));
  expect(await screen.findByText(/^Применено 20 ноя/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Отправить в магазины' })).not.toBeInTheDocument();
});

it('an amount of pieces stays when another kind of change can use it, and is not taken for times', async () => {
  mockServer.use(...bulkEditHandlers([mockBulkRow(1)]));
  const { user } = renderApp(PAGE);
  await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
  await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Остатки на складах');
  await user.type(dialog.getByLabelText('Сколько'), '10');
  // The field of the amount stays the focused one: what is typed there is not tidied.
  const choose = (value: string) => fireEvent.change(dialog.getByLabelText('Остаток'), { target: { value } });
  choose('DOWN');
  expect(dialog.getByLabelText('Сколько')).toHaveValue('10');
  choose('TIMES');
  expect(dialog.getByLabelText('Во сколько раз')).toHaveValue('');
});
