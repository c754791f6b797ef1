import {
  checkImportEndpoint,
  chooseHeadingsEndpoint,
  createImportedCardsEndpoint,
  createImportEndpoint,
  getImportEndpoint,
  listCauseRowsEndpoint,
  listFirstLinesEndpoint,
  listImportCausesEndpoint,
  listImportRowsEndpoint,
  listImportsEndpoint,
  removeImportEndpoint,
  type CardImport,
} from '#contract/imports.ts';
import { mock, mockError } from './mock-endpoint.ts';

/** One table that behaves: of its three rows one is new, one changes and one has an error. */
export function importHandlers(start: Partial<CardImport> = {}) {
  let table: CardImport | null = {
    id: 3,
    state: 'COLUMNS',
    fileName: 'товары.xlsx',
    sheetName: '',
    headings: ['Артикул', 'Название', 'Цена'],
    meanings: ['vendorCode', null, 'priceKopecks'],
    rowTotal: 3,
    checkedCount: 0,
    counts: { fresh: 0, created: 0, changed: 0, same: 0, refused: 0 },
    editId: null,
    createdAt: '2026-11-20T10:00:00Z',
    userName: 'Анна',
    ...start,
  };
  const gone = () => mockError(404, { code: 'not_found', detail: ['Таблица не найдена'] });
  const change = (changed: Partial<CardImport>) =>
    table === null ? gone() : (table = { ...table, ...changed });
  return [
    mock(createImportEndpoint, () => table ?? gone()),
    mock(listImportsEndpoint, () => (table === null ? [] : [table])),
    mock(getImportEndpoint, () => table ?? gone()),
    mock(listImportRowsEndpoint, () => [
      { line: 2, cells: ['K-1', 'Кружка', '1290'], state: 'WAITING' as const, problems: [] },
    ]),
    mock(listFirstLinesEndpoint, () => [
      { line: 1, cells: ['Артикул', 'Название', 'Цена'] },
      { line: 3, cells: ['Код', '', 'Почём'] },
      { line: 4, cells: ['K-1', 'Кружка', '1290'] },
    ]),
    mock(chooseHeadingsEndpoint, ({ body }) =>
      change({
        state: 'COLUMNS',
        headings: ['Код', '', 'Почём'],
        headingLine: body.line,
        columns: [null, null, null],
        meanings: [null, null, null],
      }),
    ),
    mock(listImportCausesEndpoint, () => ({
      results: [
        {
          id: 1,
          column: 2,
          text: 'Нужна сумма в рублях',
          rowCount: 1,
          rows: [{ line: 4, cell: 'дорого', text: 'Нужна сумма в рублях' }],
        },
      ],
      causeCount: 1,
    })),
    mock(listCauseRowsEndpoint, () => ({ results: [], nextAfterLine: null })),
    mock(checkImportEndpoint, ({ body }) =>
      change({
        state: 'READY',
        columns: body.meanings,
        checkedCount: 3,
        counts: { fresh: 1, created: 0, changed: 1, same: 0, refused: 1 },
        editId: 7,
        edit: { state: 'READY', appliedCount: 0 },
      }),
    ),
    mock(createImportedCardsEndpoint, () =>
      change({ state: 'CREATED', counts: { fresh: 0, created: 1, changed: 1, same: 0, refused: 1 } }),
    ),
    mock(removeImportEndpoint, () => {
      table = null;
      return undefined;
    }),
  ];
}
