/** So many are looked through under the names of the columns; the marketplace's template has one. */
export const MAX_HINT_LINES = 5;

/** How the marketplace's template explains a column to whoever fills it in, by how a cell begins. */
const HINT = new RegExp(
  `^(?:${[
    'это номер или название',
    'уникальный (?:идентификатор|номер) карточки',
    'категория выбирается',
    'если вы не заполните',
    '(?:список ссылок|ссылк[аи]) на (?:фото|видео)',
    'максимальн(?:ое|ая) (?:количество|число|длина)',
    'единиц[аы] измерения',
    '(?:не)?обязательн(?:ое поле|ый столбец|о(?: для заполнения|$))',
    '(?:текст )?(?:до|не (?:более|больше|длиннее)) \\d+ (?:символ|знак|значен)',
    'допустимые значения',
    '(?:выберите|выбирается) из (?:списка|справочника)',
    'например[,:]',
    'пример:',
  ].join('|')})`,
);

interface HintedLine {
  cells: readonly string[];
}

/**
 * How many of the lines under the names of the columns explain how to fill them in and are no goods. Every doubt is for goods: where no column
 * names a card nothing is judged; a line whose article or barcode is anything but such an explanation, or that has a figure in any cell, is a row.
 */
export function hintLineCount(lines: readonly HintedLine[], keyColumns: readonly number[]): number {
  if (keyColumns.length === 0) return 0;
  const under = lines.slice(0, MAX_HINT_LINES);
  const firstRow = under.findIndex((line) => !isHintLine(line, keyColumns));
  return firstRow === -1 ? under.length : firstRow;
}

function isHintLine({ cells }: HintedLine, keyColumns: readonly number[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const hintCount = filled.filter(isHint).length;
  // A word of chance is no explanation: there are several, and they are most of the line.
  if (hintCount < 2 || hintCount * 2 < filled.length) return false;
  const keys = keyColumns.map((column) => cells[column] ?? '').filter((cell) => cell !== '');
  return keys.every((cell) => isHint(cell) || isSentence(cell)) && !filled.some(isFigure);
}

function isHint(cell: string): boolean {
  return HINT.test(cell.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim());
}

/** No article or barcode has so many words and no figure: an explanation that is not known yet. */
function isSentence(cell: string): boolean {
  return !/\d/.test(cell) && cell.trim().split(/\s+/).length >= 4;
}

/** A price, a barcode, a day: a number before any letter. */
function isFigure(cell: string): boolean {
  return /^[^\p{L}]*\d/u.test(cell);
}
