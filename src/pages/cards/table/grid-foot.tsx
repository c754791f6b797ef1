import { characterCount } from '#contract/card-rules.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Button } from '#ui/button.tsx';
import { useToldHeight } from '#ui/use-told-height.ts';
import { closedText, shownValue, type GridContent } from './column.ts';
import { textAt, type EditCounts, type Edits } from './edits.ts';
import type { Place } from './range.ts';

const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;
const CELL_FORMS = ['ячейка', 'ячейки', 'ячеек'] as const;
const PROBLEM_FORMS = ['ошибка', 'ошибки', 'ошибок'] as const;

interface GridFootProps {
  content: GridContent;
  edits: Edits;
  counts: EditCounts;
  active: Place;
  onGo: (to: Place) => void;
}

/** How much is changed, what is wrong, and what the active cell was. */
export function GridFoot({ content, edits, counts, active, onGo }: GridFootProps) {
  const ref = useToldHeight('--floating-bar-height');
  return (
    <div
      ref={ref}
      data-floating-bar
      data-print="hide"
      // The table is as high as the window: below the foot there is nothing but notifications, the first line of which the page leaves
      // to its padding.
      style={{ marginBottom: 'calc(min(var(--notices-height), 2.5rem) - var(--page-padding))' }}
      className="sticky bottom-(--notices-height) z-2 -mx-(--page-padding) mt-auto flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-panel px-(--page-padding) py-1.5 text-sm"
    >
      <output className="tabular-nums">
        {counts.cells === 0
          ? 'Ничего не изменено'
          : `Изменено: ${countOf(counts.cards, CARD_FORMS)}, ${countOf(counts.cells, CELL_FORMS)}`}
      </output>
      {counts.problems > 0 ? (
        <span className="flex items-center gap-2 text-red">
          {countOf(counts.problems, PROBLEM_FORMS)}
          <Button
            size="sm"
            onClick={() => {
              const next = nextProblem(content, edits, active);
              if (next) onGo(next);
            }}
          >
            Показать
          </Button>
        </span>
      ) : null}
      <span className="ml-auto min-w-0 truncate text-muted">{cellText(content, edits, active)}</span>
    </div>
  );
}

/** The problem after the active cell, row after row; after the last comes the first. */
export function nextProblem({ cards, columns }: GridContent, edits: Edits, active: Place): Place | null {
  const width = columns.length;
  const size = cards.length * width;
  const start = active.row * width + active.column;
  for (let step = 1; step <= size; step += 1) {
    const index = (start + step) % size;
    const place = { row: Math.floor(index / width), column: index % width };
    const row = edits.get(cards[place.row]?.id ?? 0);
    if (!row) {
      // The rest of a row without edits is passed at once.
      step += width - 1 - place.column;
      continue;
    }
    const typed = row[columns[place.column]?.key ?? ''];
    if (typed && 'problem' in typed) return place;
  }
  return null;
}

function cellText({ cards, columns }: GridContent, edits: Edits, { row, column: index }: Place): string {
  const card = cards[row];
  const column = columns[index];
  if (!card || !column) return '';
  const { name, target, long, inPlace } = column;
  const place = `Строка ${formatInteger(row + 1)}, ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const typed = edits.get(card.id)?.[column.key];
  if (typed && 'problem' in typed) return `${place}: ${typed.problem}`;
  const value = shownValue(column, column.valueOf(card));
  if (typed) return `${place}: было ${value || 'пусто'}`;
  if (long) {
    const length = characterCount(textAt(card, undefined, column));
    return `${place}: ${formatInteger(length)} / ${formatInteger(long.maxLength)}`;
  }
  if (target === null) return `${place}: только для чтения`;
  if (closedText(column, card) !== null) return `${place}: у предмета этой карточки её нет`;
  return inPlace && value === '' ? `${place}. ${inPlace.note}` : place;
}
