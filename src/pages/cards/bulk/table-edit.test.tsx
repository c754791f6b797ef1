import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createTableEditEndpoint } from '#contract/bulk-edits.ts';
import type { TableRow } from '#contract/bulk-table-rows.ts';
import { readTableFileEndpoint } from '#contract/table-files.ts';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const NBSP = '\u00a0';
const row = mockBulkRow(1, {
  before: { priceKopecks: 100_000, discount: 20, clubDiscount: 0, costPriceKopecks: null },
  after: { priceKopecks: 129_000, costPriceKopecks: 40_000 },
});

async function openDialog() {
  mockServer.use(...cardHandlers([mockCard(1)]), ...bulkEditHandlers([row, mockBulkRow(2)]));
  const app = renderApp('/home/cards');
  await app.user.click(await screen.findByRole('button', { name: 'По таблице' }));
  const source = await screen.findByLabelText('Столбцы из Excel или Google Таблиц');
  return { ...app, source };
}

it('the names of columns are found under a title, and it is said what is not read', async () => {
  const { user, source } = await openDialog();
  await user.click(source);
  await user.paste('Прайс на 1 ноября\t\nАртикул\tЦена\nK-1\t1 290');
  const dialog = within(await screen.findByRole('dialog', { name: `В таблице 1${NBSP}строка` }));
  expect(
    dialog.getByText('Названия столбцов взяты из строки 2; выше — 1 строка, она не читается.'),
  ).toBeVisible();
  expect(dialog.getByLabelText('Столбец 2, «Цена»')).toHaveDisplayValue('Цена');
});

it('lines that explain the columns are no rows, and it is said which', async () => {
  const { user, source } = await openDialog();
  await user.click(source);
  await user.paste('Прайс\t\nАртикул\tЦена\nОбязательное поле\tЕдиница измерения: ₽\nK-1\t1 290');
  const dialog = within(await screen.findByRole('dialog', { name: `В таблице 1${NBSP}строка` }));
  expect(
    dialog.getByText(
      'Названия столбцов взяты из строки 2; выше — 1 строка, она не читается. Строка 3 — пояснения к столбцам, а не товар: она не читается.',
    ),
  ).toBeVisible();
  expect(dialog.queryByRole('cell', { name: 'Обязательное поле' })).not.toBeInTheDocument();
  expect(dialog.getByText(/^Прочитано: 1.строка$/)).toBeVisible();
  expect(dialog.queryByText(/^Не прочитать/)).not.toBeInTheDocument();
});

it('prices and costs that were copied from a spreadsheet are looked at as any bulk edit', async () => {
  const { user, source, address } = await openDialog();
  await user.click(source);
  await user.paste('Артикул\tЦена\tСебестоимость\nK-1\t1 290\t400');
  const dialog = within(await screen.findByRole('dialog', { name: `В таблице 1${NBSP}строка` }));
  expect(dialog.getByRole('combobox', { name: 'Столбец 2, «Цена»' })).toHaveDisplayValue('Цена');
  await user.click(dialog.getByRole('button', { name: 'Посмотреть изменения' }));
  await waitFor(() => expect(address()).toBe('/home/cards/bulk-edit?id=7'));
  expect(await screen.findByRole('heading', { name: 'По таблице: цена, себестоимость' })).toBeVisible();
  const both = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
  expect(both).toHaveTextContent('было 1 000 ₽ → станет 1 290 ₽');
  expect(both).toHaveTextContent('было не указано → станет 400 ₽');
  // The table had no cost price for this one.
  expect(screen.getByRole('row', { name: /Кружка керамическая 2/ })).toHaveTextContent('—');
  expect(screen.queryByRole('button', { name: 'Изменить условия' })).not.toBeInTheDocument();
});

it('columns that were named once are named so when a table with their headings comes again', async () => {
  const text = 'Артикул\tРРЦ\nK-1\t1 290';
  const { user, source, address } = await openDialog();
  await user.click(source);
  await user.paste(text);
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByLabelText('Столбец 2, «РРЦ»'), 'Цена');
  await user.click(dialog.getByRole('button', { name: 'Посмотреть изменения' }));
  await waitFor(() => expect(address()).toBe('/home/cards/bulk-edit?id=7'));
  // Not that of the menu, whose place its library takes at a time of its own: what was found of it may be gone when it is pressed.
  const crumbs = within(await screen.findByRole('navigation', { name: 'Хлебные крошки' }));
  await user.click(await crumbs.findByRole('link', { name: 'Список карточек' }));
  await user.click(await screen.findByRole('button', { name: 'По таблице' }));
  await user.click(await screen.findByLabelText('Столбцы из Excel или Google Таблиц'));
  await user.paste(text);
  expect(await screen.findByLabelText('Столбец 2, «РРЦ»')).toHaveDisplayValue('Цена');
  localStorage.removeItem('tableColumnMeanings');
});

it('columns without a name are named by hand, and a column that was taken is let go', async () => {
  let asked: readonly TableRow[] = [];
  const { user, source } = await openDialog();
  mockServer.use(
    mock(createTableEditEndpoint, ({ body }) => {
      asked = body.rows;
      return mockError(400, { detail: ['Не сейчас'] });
    }),
  );
  await user.click(source);
  await user.paste('K-1\t1290\t990');
  const dialog = within(await screen.findByRole('dialog'));
  const next = dialog.getByRole('button', { name: 'Посмотреть изменения' });
  expect(next).toHaveAccessibleDescription('Укажите, в каком столбце артикул или баркод');
  await user.selectOptions(dialog.getByLabelText('Столбец 1'), 'Артикул продавца');
  await user.selectOptions(dialog.getByLabelText('Столбец 2'), 'Цена');
  await user.selectOptions(dialog.getByLabelText('Столбец 3'), 'Цена');
  expect(dialog.getByLabelText('Столбец 2')).toHaveDisplayValue('Не использовать');
  await user.click(next);
  await waitFor(() => expect(asked).toEqual([{ line: 1, key: 'K-1', priceKopecks: 99_000 }]));
  expect(await screen.findByText('Не сейчас')).toBeVisible();
  expect(dialog.getByLabelText('Столбец 3')).toHaveDisplayValue('Цена');
});

it('what cannot be read and what is not found is told before anything is looked at', async () => {
  const { user, source, address } = await openDialog();
  await user.click(source);
  await user.paste('Артикул;Цена\nK-1;1290\nK-2;дорого\nX-9;100');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Строка 3. Цена «дорого»: нужна сумма в рублях')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Посмотреть изменения' }));
  const told = within(await screen.findByRole('dialog', { name: `Не подошла 1${NBSP}строка` }));
  expect(told.getByText(/строка 4 · нет такой карточки/)).toBeVisible();
  expect(address()).toBe('/home/cards');
  await user.click(told.getByRole('button', { name: `Посмотреть 2${NBSP}карточки` }));
  await waitFor(() => expect(address()).toBe('/home/cards/bulk-edit?id=7'));
});

it('a table of which nothing is found changes nothing', async () => {
  const { user, source } = await openDialog();
  await user.click(source);
  await user.paste('Артикул\tЦена\nX-9\t100');
  await user.click(await screen.findByRole('button', { name: 'Посмотреть изменения' }));
  const told = within(await screen.findByRole('dialog', { name: `Не подошла 1${NBSP}строка` }));
  expect(told.getByText('Больше в таблице ничего нет: менять нечего.')).toBeVisible();
  expect(told.queryByRole('button', { name: /^Посмотреть/ })).not.toBeInTheDocument();
});

it('a CSV file is read here', async () => {
  const { user } = await openDialog();
  const input = screen.getByLabelText('Файл таблицы');
  await user.upload(input, new File(['Артикул;Скидка, %\nK-1;15'], 'скидки.csv', { type: 'text/csv' }));
  expect(await screen.findByRole('dialog', { name: `В таблице 1${NBSP}строка` })).toBeVisible();
});

const workbookFile = () => new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'цены.xlsx');

it('a workbook is read by the server, the sheet that is chosen', async () => {
  const { user } = await openDialog();
  mockServer.use(
    mock(readTableFileEndpoint, ({ query }) => ({
      sheets: ['Товары', 'Скидки', 'Пустой'],
      rows:
        [
          [
            { line: 1, cells: ['Артикул', 'Цена'] },
            { line: 3, cells: ['K-1', 'дорого'] },
          ],
          [
            { line: 1, cells: ['Артикул', 'Скидка'] },
            { line: 2, cells: ['K-1', '15'] },
          ],
          [],
        ][Number(query.sheet)] ?? [],
    })),
  );
  await user.upload(screen.getByLabelText('Файл таблицы'), workbookFile());
  const dialog = within(await screen.findByRole('dialog', { name: `В таблице 1${NBSP}строка` }));
  // The line is the one that Excel shows.
  expect(dialog.getByText('Строка 3. Цена «дорого»: нужна сумма в рублях')).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Лист'), 'Скидки');
  expect(await dialog.findByRole('combobox', { name: 'Столбец 2, «Скидка»' })).toHaveDisplayValue('Скидка');
  await user.selectOptions(dialog.getByLabelText('Лист'), 'Пустой');
  expect(await dialog.findByText(/^«Пустой»: Нужно хотя бы два столбца/)).toBeVisible();
  expect(dialog.getByLabelText('Лист')).toHaveDisplayValue('Скидки');
});

it('what the server cannot read is told where the file was chosen', async () => {
  const { user } = await openDialog();
  mockServer.use(
    mock(readTableFileEndpoint, () => mockError(400, { detail: ['Это книга старого Excel (.xls)'] })),
  );
  await user.upload(screen.getByLabelText('Файл таблицы'), workbookFile());
  expect(await screen.findByText('Это книга старого Excel (.xls)')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Выбрать файл' })).toBeEnabled();
});

it.each([
  ['a column alone is', 'K-1\nK-2', /^Нужно хотя бы два столбца/],
  ['a thousand columns are', 'K-1;'.repeat(1000), /^Столбцов больше 100/],
])('%s no table', async (_what, text, problem) => {
  const { user, source } = await openDialog();
  await user.click(source);
  await user.paste(text);
  expect(await screen.findByText(problem)).toBeVisible();
});
