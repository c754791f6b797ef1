import { countOf } from '#lib/plurals.ts';

const ROW_FORMS = ['строка', 'строки', 'строк'] as const;

/** Says in which line of a table, from 1, the names of its columns are; null: nothing stands above them. */
function headingLineText(headingLine: number | null): string | null {
  if (headingLine === null) return null;
  const above = headingLine - 1;
  const unread = above === 1 ? 'она не читается' : 'они не читаются';
  return `Названия столбцов взяты из строки ${headingLine}; выше — ${countOf(above, ROW_FORMS)}, ${unread}.`;
}

/** Says which lines under the names of the columns explain how to fill them in and are no goods; null: none do. */
export function hintLinesText(hintLines: readonly number[]): string | null {
  if (hintLines.length === 0) return null;
  return hintLines.length === 1
    ? `Строка ${hintLines[0]} — пояснения к столбцам, а не товар: она не читается.`
    : `Строки ${hintLines.join(', ')} — пояснения к столбцам, а не товары: они не читаются.`;
}

/** Both, where there is anything to say. */
export function unreadLinesText(headingLine: number | null, hintLines: readonly number[]): string | null {
  const texts = [headingLineText(headingLine), hintLinesText(hintLines)].filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join(' ');
}
