import { countOf } from '#lib/plurals.ts';

const ROW_FORMS = ['строка', 'строки', 'строк'] as const;

/** Says in which line of a table, from 1, the names of its columns are; null: nothing stands above them. */
export function headingLineText(headingLine: number | null): string | null {
  if (headingLine === null) return null;
  const above = headingLine - 1;
  const unread = above === 1 ? 'она не читается' : 'они не читаются';
  return `Названия столбцов взяты из строки ${headingLine}; выше — ${countOf(above, ROW_FORMS)}, ${unread}.`;
}
