import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import { createCostTableEndpoint, MAX_COST_ROWS, type CostRow } from '#contract/cost-tables.ts';
import { readTableFileEndpoint } from '#contract/table-files.ts';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

afterEach(() => localStorage.removeItem('costColumnMeanings'));

const NBSP = '\u00a0';
const PAGE = '/home/cards/costs';
const place = { shopId: null, techSize: null };
const row = mockBulkRow(1, {
  before: {
    costs: [
      { ...place, from: '2026-03-01', costPriceKopecks: null, isOwn: false },
      { shopId: 1, techSize: '', from: null, costPriceKopecks: 20_000, isOwn: true },
    ],
  },
  after: {
    costs: [
      { ...place, from: '2026-03-01', costPriceKopecks: 25_000, isOwn: true },
      { shopId: 1, techSize: '', from: null, costPriceKopecks: 21_050, isOwn: true },
    ],
  },
});
const edit = {
  id: 7,
  state: 'READY' as const,
  change: { kind: 'COST_TABLE' as const, rowTotal: 2 },
  cardTotal: 1,
  preparedCount: 1,
  counts: { ready: 1, leftOut: 0, refused: 0, applied: 0, changedSince: 0, rolledBack: 0, kept: 0 },
  warnedCount: 0,
  createdAt: '2026-11-20T12:00:00Z',
  appliedAt: null,
  userName: 'Анна',
};
const HEAD = ['Артикул', 'Баркод', 'Склад', 'Действует с', 'Себестоимость, ₽'];
const LINES = [
  { line: 3, cells: ['K-1', '203', 'Северика', '01.03.2026', '250'] },
  { line: 4, cells: ['K-9', '204', '', '', '10'] },
  { line: 5, cells: ['K-2', '205', '', '', ''] },
];

/** A file with these lines is chosen; what is asked to be looked at of it is heard, and nothing of it changes anything. */
async function chooseFile(file: { rows: { line: number; cells: string[] }[]; isSince1904?: boolean }) {
  const heard: { rows: readonly CostRow[] } = { rows: [] };
  mockServer.use(
    mock(createCostTableEndpoint, ({ body }) => {
      heard.rows = body.rows;
      return { edit: null, changedCount: 0, sameCount: 1, refused: [] };
    }),
    mock(readTableFileEndpoint, () => ({ sheets: [], ...file })),
  );
  const { user } = renderApp(PAGE);
  await user.upload(await screen.findByLabelText('Файл с себестоимостью'), new File(['x'], 'цены.xlsx'));
  return { user, heard };
}

async function choose(sheets: readonly (readonly { line: number; cells: string[] }[])[] = [LINES]) {
  const app = renderApp(PAGE);
  mockServer.use(
    mock(readTableFileEndpoint, ({ query }) => ({
      sheets: sheets.length > 1 ? sheets.map((_, at) => `Лист ${at + 1}`) : [],
      rows: [{ line: 1, cells: HEAD }, ...(sheets[Number(query.sheet)] ?? [])],
    })),
  );
  await app.user.upload(await screen.findByLabelText('Файл с себестоимостью'), new File(['x'], 'цены.xlsx'));
  return app;
}

it('days that are left as numbers are those of the workbook’s own count', async () => {
  const { user, heard } = await chooseFile({
    isSince1904: true,
    rows: [
      { line: 1, cells: HEAD },
      { line: 2, cells: ['K-1', '203', '', '44538', '250'] },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Проверить строки' }));
  await waitFor(() => expect(heard.rows).toMatchObject([{ line: 2, from: '46000' }]));
});

it('the names of columns are found under a title, and it is said what is not read', async () => {
  const { user, heard } = await chooseFile({
    rows: [
      { line: 1, cells: ['Закупка на 1 ноября'] },
      { line: 3, cells: ['Поставщик', 'Ромашка'] },
      { line: 4, cells: ['Артикул', 'Себестоимость'] },
      { line: 5, cells: ['K-1', '250'] },
    ],
  });
  expect(
    await screen.findByText('Названия столбцов взяты из строки 4; выше — 3 строки, они не читаются.'),
  ).toBeVisible();
  expect(screen.getByLabelText('Что в столбце 1, «Артикул»')).toHaveDisplayValue('Артикул продавца');
  await user.click(screen.getByRole('button', { name: 'Проверить строки' }));
  await waitFor(() => expect(heard.rows).toMatchObject([{ line: 5, key: 'K-1', cost: '250' }]));
});

it('lines that explain the columns are no rows, and it is said which', async () => {
  const { user, heard } = await chooseFile({
    rows: [
      { line: 1, cells: ['Артикул', 'Себестоимость', 'Размер'] },
      { line: 2, cells: ['Обязательное поле', 'Единица измерения: ₽'] },
      { line: 3, cells: ['K-1', '250'] },
      { line: 4, cells: ['Обязательное поле', 'Единица измерения: ₽'] },
    ],
  });
  const text = 'Строка 2 — пояснения к столбцам, а не товар: она не читается.';
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText(/^· 2.строки$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Проверить строки' }));
  expect(await screen.findByText('Менять нечего')).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(heard.rows.map(({ line }) => line)).toEqual([3, 4]);
});

it('a table whose first line names the columns says nothing of other lines', async () => {
  await choose();
  await screen.findByLabelText('Что в столбце 1, «Артикул»');
  expect(screen.queryByText(/Названия столбцов взяты|пояснения/)).not.toBeInTheDocument();
});

it('the columns of a file are named, its rows looked at, and what changes is seen before it does', async () => {
  let asked: readonly CostRow[] = [];
  mockServer.use(
    ...bulkEditHandlers([row], { change: edit.change }),
    mock(createCostTableEndpoint, ({ body }) => {
      asked = body.rows;
      return {
        edit,
        changedCount: 2,
        sameCount: 4,
        refused: [{ line: 4, text: 'Нет такой карточки' }],
      };
    }),
  );
  const { user, address } = await choose();
  expect(await screen.findByLabelText('Что в столбце 1, «Артикул»')).toHaveDisplayValue('Артикул продавца');
  // Cards are named by one column.
  expect(screen.getByLabelText('Что в столбце 2, «Баркод»')).toHaveDisplayValue('Не использовать');
  await user.selectOptions(screen.getByLabelText('Что в столбце 3, «Склад»'), 'Магазин');
  await user.click(screen.getByRole('button', { name: 'Проверить строки' }));
  const errors = await screen.findByRole('list', { name: 'Строки с ошибками' });
  expect(within(errors).getByRole('listitem')).toHaveTextContent(
    'Строка 4 · K-9 · 204 · 10Нет такой карточки',
  );
  expect(asked).toEqual([
    { line: 3, key: 'K-1', shop: 'Северика', size: '', from: '01.03.2026', cost: '250' },
    { line: 4, key: 'K-9', shop: '', size: '', from: '', cost: '10' },
  ]);
  await user.click(screen.getByRole('link', { name: 'Посмотреть изменения' }));
  await waitFor(() => expect(address()).toBe('/home/cards/bulk-edit?id=7'));
  expect(
    await screen.findByRole('heading', { name: `Себестоимость из файла: 2${NBSP}строки` }),
  ).toBeVisible();
  const changed = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
  expect(changed).toHaveTextContent(/с 1 марта.*было не указано → станет 250 ₽/);
  expect(changed).toHaveTextContent('Без размерабыло 200 ₽ → станет 210,50 ₽');
});

describe('changes that a file came to', () => {
  const looked = { edit, changedCount: 2, sameCount: 0, refused: [] };
  const check = async (now: Partial<BulkEdit>, appliedCount = 0) => {
    const rows = appliedCount > 0 ? [{ ...row, state: 'APPLIED' as const }] : [];
    mockServer.use(
      ...bulkEditHandlers(rows, { change: edit.change, ...now }),
      mock(createCostTableEndpoint, () => looked),
    );
    const app = await choose();
    await app.user.click(await screen.findByRole('button', { name: 'Проверить строки' }));
    return app;
  };

  it.each([
    ['that wait', { state: 'READY' }, 0, 'Изменения ждут вас'],
    ['that are being applied', { state: 'APPLYING' }, 0, 'Изменения применяются'],
    ['that were stopped', { state: 'STOPPED' }, 1, 'Изменения применены не все'],
    ['that somebody has applied meanwhile', { state: 'APPLIED' }, 1, 'Изменения применены'],
    ['that go back', { state: 'ROLLING_BACK' }, 1, 'Изменения откатываются'],
    ['that were taken back', { state: 'APPLIED' }, 0, 'Изменения не действуют'],
  ] as const)('%s are told so, with the way to them', async (_what, now, appliedCount, title) => {
    await check(now, appliedCount);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Посмотреть изменения' })).toBeVisible();
  });

  it('that nobody applied in time are prepared anew from the same rows', async () => {
    const { user } = await check({ id: 8 });
    expect(await screen.findByText('Изменения не сохранились')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Посмотреть изменения' })).not.toBeInTheDocument();
    mockServer.use(mock(createCostTableEndpoint, () => ({ ...looked, edit: { ...edit, id: 8 } })));
    await user.click(screen.getByRole('button', { name: 'Проверить строки ещё раз' }));
    expect(await screen.findByText('Изменения ждут вас')).toBeVisible();
  });
});

it('of a card with many costs each can be seen before it changes', async () => {
  const costs = Array.from({ length: 10 }, (_, at) => ({
    ...place,
    from: `2025-01-${10 + at}`,
    costPriceKopecks: 100_00 + at * 100,
    isOwn: true,
  }));
  const before = costs.map((cost) => ({ ...cost, costPriceKopecks: null, isOwn: false }));
  mockServer.use(
    ...bulkEditHandlers([mockBulkRow(1, { before: { costs: before }, after: { costs } })], {
      change: edit.change,
    }),
  );
  const { user } = renderApp('/home/cards/bulk-edit?id=7');
  const changed = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
  expect(changed).toHaveTextContent('станет 107 ₽');
  expect(changed).not.toHaveTextContent('станет 108 ₽');
  await user.click(within(changed).getByRole('button', { name: 'и ещё 2' }));
  expect(changed).toHaveTextContent('станет 109 ₽');
});

it('columns are what they were said to be when a file last had these headings', async () => {
  mockServer.use(
    mock(createCostTableEndpoint, () => ({ edit: null, changedCount: 0, sameCount: 2, refused: [] })),
  );
  const { user } = await choose();
  expect(await screen.findByLabelText('Что в столбце 3, «Склад»')).toHaveDisplayValue('Не использовать');
  await user.selectOptions(screen.getByLabelText('Что в столбце 3, «Склад»'), 'Магазин');
  await user.selectOptions(screen.getByLabelText('Что в столбце 4, «Действует с»'), 'Не использовать');
  await user.click(screen.getByRole('button', { name: 'Проверить строки' }));
  await screen.findByText('Менять нечего');
  cleanup();
  await choose();
  expect(await screen.findByLabelText('Что в столбце 3, «Склад»')).toHaveDisplayValue('Магазин');
  expect(screen.getByLabelText('Что в столбце 4, «Действует с»')).toHaveDisplayValue('Не использовать');
});

it('a column that was taken is let go, and what is missing is said', async () => {
  const { user } = await choose();
  await user.selectOptions(await screen.findByLabelText('Что в столбце 2, «Баркод»'), 'Баркод');
  expect(screen.getByLabelText('Что в столбце 1, «Артикул»')).toHaveDisplayValue('Не использовать');
  await user.selectOptions(screen.getByLabelText('Что в столбце 2, «Баркод»'), 'Не использовать');
  const next = screen.getByRole('button', { name: 'Проверить строки' });
  expect(next).toHaveAccessibleDescription('Укажите, в каком столбце артикул или баркод');
  await user.selectOptions(screen.getByLabelText('Что в столбце 2, «Баркод»'), 'Баркод');
  await user.selectOptions(screen.getByLabelText('Что в столбце 5, «Себестоимость, ₽»'), 'Не использовать');
  expect(next).toHaveAccessibleDescription('Укажите столбец с себестоимостью');
});

it('a table of which everything is there already changes nothing', async () => {
  mockServer.use(
    mock(createCostTableEndpoint, () => ({ edit: null, changedCount: 0, sameCount: 2, refused: [] })),
  );
  const { user } = await choose();
  await user.click(await screen.findByRole('button', { name: 'Проверить строки' }));
  expect(await screen.findByText('Менять нечего')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Посмотреть изменения' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Столбцы' }));
  expect(await screen.findByRole('button', { name: 'Проверить строки' })).toBeVisible();
});

it('rows that could not be looked at say so beside the button, and no longer once they were', async () => {
  let isBroken = true;
  mockServer.use(
    mock(createCostTableEndpoint, () =>
      isBroken ? HttpResponse.error() : { edit: null, changedCount: 0, sameCount: 2, refused: [] },
    ),
  );
  const { user } = await choose();
  await user.click(await screen.findByRole('button', { name: 'Проверить строки' }));
  expect(await screen.findByText('Строки не проверены')).toBeVisible();
  expect(screen.getByText(/Проверьте связь и повторите проверку/)).toBeVisible();
  isBroken = false;
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Проверить строки' })).not.toHaveAttribute('aria-disabled'),
  );
  await user.click(screen.getByRole('button', { name: 'Проверить строки' }));
  expect(await screen.findByText('Менять нечего')).toBeVisible();
  expect(screen.queryByText('Строки не проверены')).not.toBeInTheDocument();
});

it('of a workbook another sheet is read without choosing the file again; an empty one is told', async () => {
  const { user } = await choose([LINES, [{ line: 2, cells: ['K-5', '', '', '', '7'] }], []]);
  const sheet = await screen.findByLabelText('Лист');
  await user.selectOptions(sheet, 'Лист 3');
  expect(await screen.findByText(/«Лист 3»: В таблице нужны названия столбцов/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Лист'), 'Лист 2');
  expect(await screen.findByRole('cell', { name: 'K-5' })).toBeVisible();
});

it('what is no table, and what is too long, is told before anything is asked', async () => {
  const { user } = renderApp(PAGE);
  const input = await screen.findByLabelText('Файл с себестоимостью');
  mockServer.use(
    mock(readTableFileEndpoint, () => mockError(400, { detail: ['Это книга старого Excel (.xls)'] })),
  );
  await user.upload(input, new File(['x'], 'старое.xls'));
  expect(await screen.findByText('Это книга старого Excel (.xls)')).toBeVisible();
  const rows = Array.from({ length: MAX_COST_ROWS + 1 }, (_, at) => ({
    line: at + 2,
    cells: [`K-${at}`, '', '', '', '1'],
  }));
  mockServer.use(
    mock(readTableFileEndpoint, () => ({ sheets: [], rows: [{ line: 1, cells: HEAD }, ...rows] })),
  );
  await user.upload(input, new File(['x'], 'длинное.xlsx'));
  expect(await screen.findByRole('button', { name: 'Проверить строки' })).toHaveAccessibleDescription(
    /за раз можно 10\s000: разделите файл/,
  );
  expect(screen.queryByText('Это книга старого Excel (.xls)')).not.toBeInTheDocument();
});
