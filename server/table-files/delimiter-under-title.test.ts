import { expect, it } from 'vitest';
import { csvTableOf } from '#contract/csv-text.ts';
import { delimiterUnderTitle } from './delimiter-under-title.ts';

function delimiterOf(...lines: string[]): string {
  const { table, delimiter } = csvTableOf(lines.join('\r\n'));
  return delimiterUnderTitle(table, delimiter);
}

it.each([
  ['a title of one cell', ';', ['Прайс-лист', '', 'Артикул;Цена, ₽', 'K-1;100,50']],
  ['a title with a comma', ';', ['Прайс-лист на 1 ноября, Москва', 'Артикул;Цена, ₽', 'K-1;100,50']],
  ['a title with a semicolon', ',', ['Прайс-лист; Москва', '"Артикул","Цена, ₽"', 'K-1,100']],
  ['a title that is quoted in two lines', '\t', ['"Прайс-лист', 'Москва"', 'Артикул\tЦена']],
  ['a title and names that nobody knows', ',', ['Прайс-лист, Москва', 'Код;Почём', 'K-1;100']],
])('under %s columns are parted by what parts their names', (_what, delimiter, lines) => {
  expect(delimiterOf(...lines)).toBe(delimiter);
});

it.each([
  ['names in the first line', ',', ['Артикул,Размеры,Цена', 'K-1,S; M; L,100']],
  ['names in the first line, whatever the values are', ',', ['Артикул,Цена', 'Длина;Ширина;Высота;Вес,1']],
  ['a first line that nobody knows', '\t', ['Код\tКак зовут', 'K-1\tКороб, длина, ширина, высота']],
  ['one word that is called like a name', ',', ['Код,Почём', 'Чехол;Цена;2 шт.,1']],
  ['no names at all', ';', ['Код;Почём, ₽', 'K-1;100,50']],
])('of a table with %s nothing else is taken', (_what, delimiter, lines) => {
  expect(delimiterOf(...lines)).toBe(delimiter);
});

it('a delimiter that the file says, of which its names know nothing, is kept', () => {
  expect(delimiterOf('sep=|', 'Код|Почём', 'K-1|100')).toBe('|');
});
