import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  checkImportEndpoint,
  chooseHeadingsEndpoint,
  createImportEndpoint,
  listCauseRowsEndpoint,
  listFirstLinesEndpoint,
  listImportCausesEndpoint,
  listImportRowsEndpoint,
  type CardImport,
  type ColumnMeaning,
} from '#contract/imports.ts';
import { importHandlers } from '#tests/mocks/imports.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const NBSP = '\u00a0';
const PAGE = '/home/cards/import';
const TABLE: CardImport = {
  id: 3,
  state: 'COLUMNS',
  fileName: 'товары.xlsx',
  sheetName: 'Лето',
  sheets: ['Лето', 'Зима'],
  headings: ['Артикул'],
  meanings: ['vendorCode'],
  rowTotal: 3,
  checkedCount: 0,
  counts: { fresh: 0, created: 0, changed: 0, same: 0, refused: 0 },
  editId: null,
  createdAt: '2026-11-20T10:00:00Z',
  userName: 'Анна',
};
const file = () => new File(['x'], 'товары.xlsx');

it('a file is uploaded, its columns named, its rows looked at, and drafts created', async () => {
  mockServer.use(...importHandlers());
  const { user, address } = renderApp(PAGE);
  await user.upload(await screen.findByLabelText('Файл с карточками'), file());
  await waitFor(() => expect(address()).toBe(`${PAGE}?id=3`));
  // The button that chose the file is gone: the keyboard goes on at the table's page.
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  await user.selectOptions(await screen.findByLabelText('Что в столбце 2, «Название»'), 'Наименование');
  await user.click(screen.getByRole('button', { name: 'Проверить строки' }));
  expect(await screen.findByText('Проверено, ничего ещё не изменилось')).toBeVisible();
  const errors = await screen.findByRole('list', { name: 'Строки с ошибками' });
  expect(await within(errors).findByText('Нужна сумма в рублях', { exact: false })).toHaveTextContent(
    'Цена: Нужна сумма в рублях',
  );
  expect(within(errors).getByText('Строка 4 «дорого»')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Посмотреть изменения' })).toHaveAttribute(
    'href',
    '/home/cards/bulk-edit?id=7',
  );
  await user.click(screen.getByRole('button', { name: `Создать 1${NBSP}черновик` }));
  expect(await screen.findByText('создано 1')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Создать/ })).not.toBeInTheDocument();
});

it('new cards are named before there are any, each once, the first of many', async () => {
  mockServer.use(
    ...importHandlers({
      state: 'READY',
      columns: ['vendorCode', 'title', null],
      counts: { fresh: 120, created: 0, changed: 0, same: 0, refused: 0 },
    }),
  );
  mockServer.use(
    mock(listImportRowsEndpoint, () =>
      [1, 1, 2, 3, 4, 5, 6].map((code, index) => ({
        line: index + 2,
        cells: [`K-${code}`, index === 1 ? '' : `Кружка ${code}`, ''],
        state: 'FRESH',
        problems: [],
      })),
    ),
  );
  const { user } = renderApp(`${PAGE}?id=3`);
  const list = await screen.findByRole('list', { name: 'Новые карточки' });
  const named = () =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  expect(named()).toEqual([1, 2, 3, 4, 5].map((code) => `K-${code} Кружка ${code}`));
  await user.click(screen.getByRole('button', { name: /^Показать ещё 1 из 115$/ }));
  expect(named()).toHaveLength(6);
  expect(screen.getByText(/^…и ещё 114\sкарточек$/)).toBeVisible();
});

it('new cards of which no more were read than are shown have no button that would show nothing', async () => {
  mockServer.use(
    ...importHandlers({
      state: 'READY',
      columns: ['vendorCode', 'title', null],
      counts: { fresh: 120, created: 0, changed: 0, same: 0, refused: 0 },
    }),
  );
  mockServer.use(
    mock(listImportRowsEndpoint, () => [
      { line: 2, cells: ['K-1', 'Кружка', ''], state: 'FRESH' as const, problems: [] },
    ]),
  );
  renderApp(`${PAGE}?id=3`);
  expect(await screen.findByText(/^…и ещё 119\sкарточек$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Показать ещё/ })).toBeNull();
});

it('new cards that cannot be read say so, and are read again', async () => {
  mockServer.use(
    ...importHandlers({
      state: 'READY',
      columns: ['vendorCode', 'title', null],
      counts: { fresh: 1, created: 0, changed: 0, same: 0, refused: 0 },
    }),
  );
  mockServer.use(mock(listImportRowsEndpoint, () => mockError(500, { detail: ['Ошибка'] })));
  const { user } = renderApp(`${PAGE}?id=3`);
  const again = await screen.findByRole('button', { name: 'Повторить' });
  mockServer.use(
    mock(listImportRowsEndpoint, () => [
      { line: 2, cells: ['K-1', 'Кружка', ''], state: 'FRESH' as const, problems: [] },
    ]),
  );
  await user.click(again);
  expect(await screen.findByText('K-1')).toBeVisible();
});

describe('what is wrong in many rows', () => {
  const REFUSED: Partial<CardImport> = {
    state: 'READY',
    counts: { fresh: 0, created: 0, changed: 0, same: 0, refused: 50_000 },
  };
  const row = (line: number, text = 'Нужна сумма в рублях') => ({ line, cell: 'дорого', text });

  it('is told once, with its first rows; the others are read a part at a time when asked for', async () => {
    mockServer.use(...importHandlers(REFUSED));
    const asked: unknown[] = [];
    mockServer.use(
      mock(listImportCausesEndpoint, () => ({
        results: [
          {
            id: 11,
            column: 2,
            text: 'Нужна сумма в рублях',
            rowCount: 50_000,
            rows: [row(2), row(3), row(4)],
          },
          {
            id: 12,
            column: null,
            text: 'Ошибка в строке … той же карточки',
            rowCount: 1,
            rows: [{ line: 9, cell: '', text: 'Ошибка в строке 8 той же карточки' }],
          },
        ],
        causeCount: 102,
      })),
      mock(listCauseRowsEndpoint, ({ params, query }) => {
        asked.push([params.causeId, query.afterLine]);
        return query.afterLine === 4
          ? { results: [row(5), row(6)], nextAfterLine: 6 }
          : { results: [row(7)], nextAfterLine: null };
      }),
    );
    const { user } = renderApp(`${PAGE}?id=3`);
    const name = 'Цена: Нужна сумма в рублях';
    const rows = await screen.findByRole('list', { name: `Строки: ${name}` });
    expect(within(rows).getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByText(/^50.000.строк$/)).toBeVisible();
    expect(screen.getByText('Строка 9: Ошибка в строке 8 той же карточки')).toBeVisible();
    expect(screen.getByText(/^…и ещё 100.причин: все строки — в файле$/)).toBeVisible();
    const more = screen.getByRole('button', { name: `Показать ещё строки: ${name}` });
    expect(more).toHaveTextContent(/^Показать ещё 50 из 49.997$/);
    await user.click(more);
    expect(await within(rows).findByText('Строка 6 «дорого»')).toBeVisible();
    await user.click(more);
    expect(await within(rows).findByText('Строка 7 «дорого»')).toBeVisible();
    expect(asked).toEqual([
      [11, 4],
      [11, 6],
    ]);
    expect(screen.getAllByRole('button', { name: /^Показать ещё строки/ })).toHaveLength(1);
  });

  it('that cannot be read is told so, with the way to try again', async () => {
    mockServer.use(...importHandlers(REFUSED));
    mockServer.use(mock(listImportCausesEndpoint, () => mockError(500, { detail: ['Ошибка'] })));
    renderApp(`${PAGE}?id=3`);
    expect(await screen.findByRole('button', { name: 'Повторить' })).toBeVisible();
  });
});

it('of a workbook with several sheets another one is read without choosing the file again', async () => {
  const asked: (string | undefined)[] = [];
  mockServer.use(...importHandlers({ sheets: ['Лето', 'Зима'], sheetName: 'Лето' }));
  mockServer.use(
    mock(createImportEndpoint, ({ query }) => {
      asked.push(query.sheet);
      return query.sheet === '1' ? { ...TABLE, id: 4, sheetName: 'Зима' } : TABLE;
    }),
  );
  const { user, address } = renderApp(PAGE);
  await user.upload(await screen.findByLabelText('Файл с карточками'), file());
  const sheet = await screen.findByLabelText('Лист');
  expect(sheet).toHaveDisplayValue('Лето');
  expect(sheet).toHaveAccessibleDescription(
    'Прочитан первый лист, столбцы которого известны, или выбранный вами',
  );
  await user.selectOptions(sheet, 'Зима');
  await waitFor(() => expect(address()).toBe(`${PAGE}?id=4`));
  expect(asked).toEqual([undefined, '1']);
});

it('on a later visit another sheet needs the file again', async () => {
  mockServer.use(...importHandlers({ id: 9, sheets: ['Лето', 'Зима'], sheetName: 'Лето' }));
  renderApp(`${PAGE}?id=9`);
  const sheet = await screen.findByLabelText('Лист');
  expect(sheet).toBeDisabled();
  expect(sheet).toHaveAccessibleDescription('Чтобы прочитать другой лист, выберите файл ещё раз');
});

/** What the rows are asked to be looked at with. */
function watchRefusedCheck() {
  const asked: (readonly (ColumnMeaning | null)[])[] = [];
  mockServer.use(
    mock(checkImportEndpoint, ({ body }) => {
      asked.push(body.meanings);
      return mockError(409, { detail: ['Не сейчас'] });
    }),
  );
  return asked;
}

it('each meaning has one column, and cards are named by an article or a barcode', async () => {
  mockServer.use(...importHandlers());
  const asked = watchRefusedCheck();
  const { user } = renderApp(`${PAGE}?id=3`);
  await user.selectOptions(await screen.findByLabelText('Что в столбце 2, «Название»'), 'Цена, ₽');
  expect(screen.getByLabelText('Что в столбце 3, «Цена»')).toHaveDisplayValue('Не использовать');
  await user.selectOptions(screen.getByLabelText('Что в столбце 1, «Артикул»'), 'Не использовать');
  const next = screen.getByRole('button', { name: 'Проверить строки' });
  expect(next).toHaveAccessibleDescription('Укажите, в каком столбце артикул или баркод');
  await user.selectOptions(screen.getByLabelText('Что в столбце 1, «Артикул»'), 'Баркоды');
  await user.click(next);
  await waitFor(() => expect(asked).toEqual([['barcodes', 'priceKopecks', null]]));
  expect(await screen.findByText('Не сейчас')).toBeVisible();
});

it.each([
  [2, 'Названия столбцов взяты из строки 2; выше — 1 строка, она не читается.'],
  [4, 'Названия столбцов взяты из строки 4; выше — 3 строки, они не читаются.'],
  [20, 'Названия столбцов взяты из строки 20; выше — 19 строк, они не читаются.'],
])(
  'of a table with a title the screen of its columns says where their names were, line %i',
  async (headingLine, text) => {
    mockServer.use(...importHandlers({ headingLine }));
    const { user } = renderApp(`${PAGE}?id=3`);
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Проверить строки' }));
    expect(await screen.findByText('Проверено, ничего ещё не изменилось')).toBeVisible();
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Столбцы' }));
    expect(await screen.findByText(text)).toBeVisible();
  },
);

it.each([
  [[4], null, 'Строка 4 — пояснения к столбцам, а не товар: она не читается.'],
  [
    [4, 5],
    3,
    'Названия столбцов взяты из строки 3; выше — 2 строки, они не читаются. Строки 4, 5 — пояснения к столбцам, а не товары: они не читаются.',
  ],
])(
  'of a table with hints under its names the screen says which lines are no goods: %j',
  async (hintLines, headingLine, text) => {
    mockServer.use(...importHandlers({ hintLines, headingLine }));
    const { user } = renderApp(`${PAGE}?id=3`);
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Проверить строки' }));
    expect(await screen.findByText('Проверено, ничего ещё не изменилось')).toBeVisible();
    expect(screen.getByText(/пояснения к столбцам/)).toBeVisible();
  },
);

it.each([
  ['whose names stand first', null],
  ['of a server that does not say', undefined],
])('of a table %s nothing is said of other lines', async (_what, headingLine) => {
  mockServer.use(...importHandlers({ headingLine }));
  renderApp(`${PAGE}?id=3`);
  expect(await screen.findByLabelText('Что в столбце 1, «Артикул»')).toBeVisible();
  expect(screen.queryByText(/взяты из строки|пояснения/)).not.toBeInTheDocument();
});

describe('the line that names the columns', () => {
  const open = async () => {
    mockServer.use(...importHandlers());
    const { user } = renderApp(`${PAGE}?id=3`);
    const opener = await screen.findByRole('button', { name: 'Названия в другой строке', expanded: false });
    await user.click(opener);
    const lines = await screen.findByRole('group', { name: 'В какой строке названия столбцов' });
    return { user, opener, lines };
  };

  it('is chosen among the first of the file by the keyboard alone, and the columns are those of it', async () => {
    const { user, opener, lines } = await open();
    const present = within(lines).getByRole('radio', { name: /^Строка 1: Артикул · Название · Цена/ });
    expect(present).toBeChecked();
    expect(within(lines).getByText('Сейчас названия взяты отсюда')).toBeVisible();
    const take = screen.getByRole('button', { name: 'Взять названия отсюда' });
    expect(take).toHaveAccessibleDescription('Названия уже взяты из этой строки');
    present.focus();
    await user.keyboard('{ArrowDown}');
    expect(within(lines).getByRole('radio', { name: 'Строка 3: Код · Почём' })).toBeChecked();
    await user.keyboard('{Enter}');
    expect(await screen.findByLabelText('Что в столбце 3, «Почём»')).toHaveDisplayValue('Не использовать');
    expect(screen.getByText(/^Названия столбцов взяты из строки 3/)).toBeVisible();
    expect(lines).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Проверить строки' })).toHaveAccessibleDescription(
      'Укажите, в каком столбце артикул или баркод',
    );
  });

  it('is chosen anew of a table whose rows were looked at: its columns are named before they are again', async () => {
    mockServer.use(...importHandlers({ ...LOOKED_AT }));
    const { user } = renderApp(`${PAGE}?id=3`);
    await user.click(await screen.findByRole('button', { name: 'Столбцы' }));
    await user.click(await screen.findByRole('button', { name: 'Названия в другой строке' }));
    await user.click(await screen.findByRole('radio', { name: /^Строка 3/ }));
    await user.click(screen.getByRole('button', { name: 'Взять названия отсюда' }));
    await user.selectOptions(await screen.findByLabelText('Что в столбце 1, «Код»'), 'Артикул продавца');
    await user.click(screen.getByRole('button', { name: 'Проверить строки' }));
    expect(await screen.findByText('Проверено, ничего ещё не изменилось')).toBeVisible();
  });

  it('is asked for at once where no column is known', async () => {
    mockServer.use(...importHandlers({ meanings: [null, null, null], hintLines: [3] }));
    renderApp(`${PAGE}?id=3`);
    const lines = await screen.findByRole('group', { name: 'В какой строке названия столбцов' });
    expect(within(lines).getByText('Пояснения к столбцам')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Названия в другой строке', expanded: true })).toBeVisible();
  });

  it('that is refused is told, and another may be chosen', async () => {
    const { user, lines } = await open();
    mockServer.use(
      mock(chooseHeadingsEndpoint, () => mockError(400, { detail: ['Под этой строкой пусто'] })),
    );
    await user.click(within(lines).getByRole('radio', { name: /^Строка 4/ }));
    await user.click(screen.getByRole('button', { name: 'Взять названия отсюда' }));
    expect(await screen.findByText('Под этой строкой пусто')).toBeVisible();
    expect(within(lines).getByRole('radio', { name: /^Строка 4/ })).toBeChecked();
  });

  it('of a table whose lines were not kept needs the file again', async () => {
    mockServer.use(...importHandlers());
    mockServer.use(mock(listFirstLinesEndpoint, () => []));
    const { user } = renderApp(`${PAGE}?id=3`);
    await user.click(await screen.findByRole('button', { name: 'Названия в другой строке' }));
    expect(await screen.findByText(/загрузите файл ещё раз/)).toBeVisible();
  });

  it('cannot be chosen while the lines do not come: why is said, with the way to try again', async () => {
    mockServer.use(...importHandlers());
    mockServer.use(mock(listFirstLinesEndpoint, () => mockError(500, { detail: ['Ошибка'] })));
    const { user } = renderApp(`${PAGE}?id=3`);
    await user.click(await screen.findByRole('button', { name: 'Названия в другой строке' }));
    expect(await screen.findByText('Не удалось загрузить строки файла.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeVisible();
  });
});

it('cards are named by their numbers, too', async () => {
  mockServer.use(...importHandlers({ headings: ['ID карточки', 'Артикул'], meanings: ['cardId', null] }));
  const { user } = renderApp(`${PAGE}?id=3`);
  const number = await screen.findByLabelText('Что в столбце 1, «ID карточки»');
  expect(number).toHaveDisplayValue('ID карточки');
  const next = screen.getByRole('button', { name: 'Проверить строки' });
  await user.selectOptions(number, 'Не использовать');
  expect(next).toHaveAccessibleDescription('Укажите, в каком столбце артикул или баркод');
  await user.selectOptions(number, 'ID карточки');
  await user.click(next);
  expect(await screen.findByText('Проверено, ничего ещё не изменилось')).toBeVisible();
});

it('«Рос. размер» has a meaning of its own, which builds of before are not told of', async () => {
  const headings = ['Артикул', 'Рос. размер'];
  mockServer.use(
    ...importHandlers({ headings, meanings: ['vendorCode', null], columns: ['vendorCode', 'wbSizes'] }),
  );
  const asked = watchRefusedCheck();
  const { user } = renderApp(`${PAGE}?id=3`);
  expect(await screen.findByLabelText('Что в столбце 2, «Рос. размер»')).toHaveDisplayValue('Рос. размер');
  await user.click(screen.getByRole('button', { name: 'Проверить строки' }));
  await waitFor(() => expect(asked).toEqual([['vendorCode', 'wbSizes']]));
});

it('the page says in two sentences what becomes of a file, and more of sizes and vendor codes when asked', async () => {
  mockServer.use(...importHandlers());
  const { user } = renderApp(PAGE);
  expect(await screen.findByText(/^Таблица .xlsx или .csv/)).toHaveTextContent(
    'Сначала всё проверится и ничего не изменится',
  );
  const more = screen.getByRole('button', { name: 'Подробнее', expanded: false });
  expect(screen.queryByText(/добавляет, а не убирает/)).not.toBeInTheDocument();
  await user.click(more);
  expect(screen.getByText(/Размеры и баркоды таблица добавляет, а не убирает/)).toBeVisible();
  expect(screen.getByText(/скачайте таблицу со столбцом «ID карточки»/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Свернуть', expanded: true }));
  expect(screen.queryByText(/добавляет, а не убирает/)).not.toBeInTheDocument();
});

it('cards are counted apart from their rows', async () => {
  mockServer.use(
    ...importHandlers({
      state: 'READY',
      rowTotal: 12,
      counts: { fresh: 2, created: 0, changed: 1, same: 0, refused: 5 },
      refusedCardCount: 2,
    }),
  );
  renderApp(`${PAGE}?id=3`);
  expect(
    await screen.findByText('В таблице 12 строк — 5 карточек: строки одной карточки собраны вместе.'),
  ).toBeVisible();
  expect(screen.getByText('5 строк', { exact: true })).toBeVisible();
  expect(screen.getByRole('button', { name: `Создать 2${NBSP}черновика` })).toBeVisible();
});

/** All rows looked at; one card that there is changes. */
const LOOKED_AT: Partial<CardImport> = {
  state: 'READY',
  columns: ['vendorCode', 'title', 'priceKopecks'],
  counts: { fresh: 0, created: 0, changed: 1, same: 0, refused: 0 },
  editId: 7,
};
const APPLIED = { ...LOOKED_AT, edit: { state: 'APPLIED', appliedCount: 1 } } as const;

describe('changes that a table came to', () => {
  it.each([
    ['that wait', { state: 'READY', appliedCount: 0 }, 'Изменения ждут вас'],
    ['of a server that does not say more', undefined, 'Изменения ждут вас'],
    ['that are being applied', { state: 'APPLYING', appliedCount: 0 }, 'Изменения применяются'],
    ['that were stopped', { state: 'STOPPED', appliedCount: 1 }, 'Изменения применены не все'],
    ['that were applied', { state: 'APPLIED', appliedCount: 1 }, 'Изменения применены'],
    ['that go back', { state: 'ROLLING_BACK', appliedCount: 1 }, 'Изменения откатываются'],
    ['that were taken back', { state: 'APPLIED', appliedCount: 0 }, 'Изменения не действуют'],
  ] as const)('%s are told so, with the way to them', async (_what, edit, title) => {
    mockServer.use(...importHandlers({ ...LOOKED_AT, edit }));
    renderApp(`${PAGE}?id=3`);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Посмотреть изменения' })).toHaveAttribute(
      'href',
      '/home/cards/bulk-edit?id=7',
    );
  });

  it('are counted as done once they are applied', async () => {
    mockServer.use(...importHandlers(APPLIED));
    renderApp(`${PAGE}?id=3`);
    expect(await screen.findByText('применено 1')).toBeVisible();
    expect(screen.queryByText(/ничего ещё не изменилось/)).not.toBeInTheDocument();
  });

  it('are counted as done in the list of tables', async () => {
    mockServer.use(...importHandlers(APPLIED));
    renderApp(PAGE);
    expect(await screen.findByText('3 строки · изменено 1')).toBeVisible();
  });

  it('that nobody applied in time are prepared anew from the same rows', async () => {
    mockServer.use(...importHandlers({ ...LOOKED_AT, edit: null }));
    const { user } = renderApp(`${PAGE}?id=3`);
    expect(await screen.findByText('Изменения не сохранились')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Посмотреть изменения' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Проверить строки ещё раз' }));
    expect(await screen.findByText('Изменения ждут вас')).toBeVisible();
  });

  it('that are gone when its drafts were created need the file again', async () => {
    mockServer.use(...importHandlers({ ...LOOKED_AT, state: 'CREATED', edit: null }));
    renderApp(`${PAGE}?id=3`);
    expect(await screen.findByText('Изменения не сохранились')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Загрузить файл ещё раз' })).toHaveAttribute('href', PAGE);
  });
});

it('of a table with one row per card nothing is said of rows', async () => {
  mockServer.use(
    ...importHandlers({
      state: 'READY',
      counts: { fresh: 1, created: 0, changed: 1, same: 0, refused: 1 },
      refusedCardCount: 1,
    }),
  );
  renderApp(`${PAGE}?id=3`);
  expect(await screen.findByText('С ошибками')).toBeVisible();
  expect(screen.queryByText(/собраны вместе/)).not.toBeInTheDocument();
});

it('the list of tables counts cards', async () => {
  mockServer.use(
    ...importHandlers({
      state: 'READY',
      rowTotal: 12,
      counts: { fresh: 2, created: 0, changed: 0, same: 0, refused: 5 },
      refusedCardCount: 1,
    }),
  );
  renderApp(PAGE);
  expect(await screen.findByText('12 строк · новых 2 · с ошибками 1')).toBeVisible();
});

it('what is no table is told where it was chosen, and the same file may be chosen again', async () => {
  mockServer.use(
    mock(createImportEndpoint, () => mockError(400, { detail: ['Это книга старого Excel (.xls)'] })),
    ...importHandlers(),
  );
  const { user, address } = renderApp(PAGE);
  await user.upload(await screen.findByLabelText('Файл с карточками'), file());
  expect(await screen.findByText('Это книга старого Excel (.xls)')).toBeVisible();
  expect(address()).toBe(PAGE);
  mockServer.use(...importHandlers());
  await user.upload(screen.getByLabelText('Файл с карточками'), file());
  await waitFor(() => expect(address()).toBe(`${PAGE}?id=3`));
});

it('a table that was begun is gone on with, or removed', async () => {
  mockServer.use(
    ...importHandlers({ state: 'READY', counts: { fresh: 0, created: 0, changed: 0, same: 3, refused: 0 } }),
  );
  const { user } = renderApp(PAGE);
  await user.click(await screen.findByRole('link', { name: 'товары.xlsx' }));
  expect(await screen.findByText('Менять нечего')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Строки с ошибками' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Столбцы' }));
  expect(await screen.findByLabelText('Что в столбце 1, «Артикул»')).toBeVisible();
});

it('a table that is not needed is taken away', async () => {
  mockServer.use(...importHandlers());
  const { user } = renderApp(PAGE);
  await user.click(await screen.findByRole('button', { name: 'Убрать «товары.xlsx»' }));
  expect(await screen.findByText('Таблиц пока нет')).toBeVisible();
});

it('work that goes on is shown as far as it is', async () => {
  mockServer.use(...importHandlers({ state: 'CHECKING', checkedCount: 1 }));
  renderApp(`${PAGE}?id=3`);
  expect(await screen.findByRole('progressbar', { name: 'Проверено' })).toHaveAttribute('aria-valuenow', '1');
});
