import { countOf } from '#lib/plurals.ts';
import { inQuotes } from '#lib/text.ts';
import { ROW_FORMS } from '#pages/cards/bulk/edit-state.ts';
import type { Pasting } from './paste.ts';

const COLUMN_FORMS = ['столбец', 'столбца', 'столбцов'] as const;
const AT_CELL_FORMS = ['ячейке', 'ячейках', 'ячейках'] as const;
const CODE_FORMS = ['строке', 'строках', 'строках'] as const;

/** What of a pasted block is not in the table now. */
export function remarkOn({ cut, gaps, strangeRows, closed, notTyped }: Pasting): string | null {
  const parts = [
    strangeRows > 0 &&
      `Не вставлено в ${countOf(strangeRows, CODE_FORMS)}: там другой артикул. Порядок строк должен быть как здесь`,
    (cut.rows > 0 || cut.columns > 0) &&
      `Не поместилось: ${[
        ...(cut.rows > 0 ? [countOf(cut.rows, ROW_FORMS)] : []),
        ...(cut.columns > 0 ? [countOf(cut.columns, COLUMN_FORMS)] : []),
      ].join(' и ')}`,
    notTyped.length > 0 && `Не вставлено: ${notTyped.map(inQuotes).join(' и ')} здесь не меняют`,
    closed > 0 &&
      `Не вставлено в ${countOf(closed, AT_CELL_FORMS)}: у предмета этих карточек нет такой характеристики`,
    gaps > 0 &&
      `В ${countOf(gaps, AT_CELL_FORMS)} осталось, что было: вставленное там пусто. Очистить — Delete`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? `${parts.join('. ')}.` : null;
}
