import { describe, expect, it } from 'vitest';
import { headingRowOf } from './heading-row.ts';

const KNOWN = new Map([
  ['Артикул', 'vendorCode'],
  ['Наименование', 'title'],
  ['Описание', 'description'],
  ['Цена', 'priceKopecks'],
  ['Цена, ₽', 'priceKopecks'],
  ...['Цвет', 'Объем', 'Пол'].map((name) => [name, 'characteristic'] as const),
]);

/** The line that is taken, from 1, of a table as it is drawn. */
function headingLine(...rows: string[]): number {
  const lines = rows.map((row) => {
    const cells = row === '' ? [] : row.split('|');
    return { cells, meanings: cells.map((cell) => KNOWN.get(cell) ?? null) };
  });
  return headingRowOf(lines) + 1;
}

const HEADINGS = 'Артикул|Наименование|Цена, ₽';
const ROW = 'K-1|Кружка|100';

describe('the names of columns', () => {
  it.each([
    ['are the first line as ever', 1, [HEADINGS, ROW]],
    ['stand under a title', 2, ['Прайс-лист на 1 ноября', HEADINGS, ROW]],
    ['stand under notes of several cells', 3, ['ООО «Ромашка»', 'Дата|01.11.2026', HEADINGS, ROW]],
    ['stand under groups of columns', 2, ['Основная информация||Цена', HEADINGS, ROW]],
    ['stand under a title that is a name', 2, ['Цена', HEADINGS, ROW]],
    ['stand under such a title, though they are named no more than it', 2, ['Цена', 'Код|Цена', 'K-1|100']],
    ['stand under a word that is known alone', 2, ['|Цена', 'Артикул|Почём|Цена', ROW]],
    ['are characteristics under a title', 2, ['Прайс', 'Код|Цвет|Объем', 'K-1|белый|450']],
    ['are the first of two lines that are alike', 2, ['Прайс', HEADINGS, ROW, 'Чашки', HEADINGS, ROW]],
    ['are few beside rows that are wider', 2, ['Прайс', 'Артикул|Цена', 'K-1|100|примечание|ещё']],
    ['are no line of data with one of them', 1, ['Код|Как зовут|Почём', 'K-1|Джем «Клубника»|100']],
    [
      'are no such line under a title',
      2,
      ['Прайс', 'Код|Как зовут|Почём', 'K-1|Цена|100', 'K-2|Описание|100'],
    ],
    ['are no values that are called like characteristics', 1, ['Код|Что|Как', 'Цвет|Пол|Объем']],
    [
      'are the first line of several where nobody knows any',
      2,
      ['Прайс', 'Код|Как зовут|Почём', 'K-1|Кружка|100'],
    ],
    ['are the first line of a single column', 1, ['Что', 'Артикул', 'Цена']],
    ['are nowhere in no lines', 1, []],
  ])('%s', (_what, line, rows) => {
    expect(headingLine(...rows)).toBe(line);
  });
});
