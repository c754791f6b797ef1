import { memo } from 'react';
import type { TableCard } from '#contract/card-table.ts';
import { classNames } from '#lib/class-names.ts';
import { CellEditor } from './cell-editor.tsx';
import { LongCellEditor } from './long-cell-editor.tsx';
import { closedText, isOpen, shownValue, type Column } from './column.ts';
import { isDrawn, type ColumnRange } from './columns-in-sight.ts';
import { cardWith, valueAt, type RowEdits } from './edits.ts';

/** `h-9`. */
export const GRID_ROW_HEIGHT_REM = 2.25;

export interface GridRowProps {
  card: TableCard;
  columns: readonly Column[];
  edits: RowEdits | undefined;
  index: number;
  /** Columns that are drawn, both included, and the first one of all beside them. */
  drawn: ColumnRange;
  /** Chosen columns, both included; −1 of none. */
  left: number;
  right: number;
  /** −1: the active cell is in another row. */
  activeColumn: number;
  /** What stands in the active cell's field. */
  editing: string | null;
  /** The chosen range ends here: its corner is what one fills down by. */
  isLastChosen: boolean;
  /** The range is about to be filled down over this row. */
  isToBeFilled: boolean;
  onType: (text: string) => void;
  onFinish: () => void;
}

export function cellId(row: number, column: number): string {
  return `cell-${row}-${column}`;
}

/** A row of the table; the table itself hears its keys and presses. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { card, columns, edits, index, drawn, left, right, activeColumn, editing } = props;
  const { isLastChosen, isToBeFilled } = props;
  const shown = cardWith(card, edits);
  return (
    <tr aria-rowindex={index + 2} data-row={index} className="group/row">
      {columns.map((column, at) => {
        if (!isDrawn(at, drawn)) return spacerAt(at, drawn, columns.length);
        const { name, inPlace } = column;
        const typed = edits?.[column.key];
        const problem = typed && 'problem' in typed ? typed.problem : null;
        const text =
          closedText(column, card) ??
          shownValue(column, typed && 'problem' in typed ? typed.text : valueAt(shown, edits, column));
        const placeholder = inPlace && text === '' ? shownValue(column, inPlace.valueOf(shown)) : '';
        const isChosen = at >= left && at <= right;
        const isActive = at === activeColumn;
        const hasHandle = isLastChosen && at === right && editing === null;
        const note =
          problem ??
          (typed ? `было ${shownValue(column, column.valueOf(card)) || 'пусто'}` : null) ??
          (placeholder !== '' && inPlace ? inPlace.note : null);
        const id = cellId(index, at);
        return (
          <td
            key={column.key}
            id={id}
            role={at === 0 ? 'rowheader' : 'gridcell'}
            aria-colindex={at + 1}
            aria-selected={isChosen}
            aria-readonly={!isOpen(column, card)}
            aria-invalid={problem !== null || undefined}
            aria-describedby={note === null ? undefined : `${id}-note`}
            data-column={at}
            title={note ?? undefined}
            className={classNames(
              // Whose row it is stays in sight. Of the others only those that hold something over themselves are a layer.
              at === 0 ? 'sticky left-0 z-1' : (isActive || hasHandle) && 'relative',
              // Clipped and not hidden: a cell that could be scrolled costs a layer, too.
              'h-9 max-w-0 overflow-clip text-ellipsis whitespace-nowrap border-r border-b border-line-soft px-2 xl:px-3 last:border-r-0',
              column.kind !== 'text' && 'text-right',
              cellTone({
                isReadOnly: !isOpen(column, card),
                isChosen,
                isTyped: typed !== undefined,
                hasProblem: problem !== null,
              }),
              isActive && 'outline-2 -outline-offset-2 outline-accent-mark',
              isToBeFilled &&
                isWithin(at, props) &&
                'outline-1 -outline-offset-1 outline-accent-mark outline-dashed',
            )}
          >
            {text}
            {placeholder === '' ? null : <span className="text-muted">{placeholder}</span>}
            {note === null ? null : (
              <span id={`${id}-note`} hidden>
                {note}
              </span>
            )}
            {isActive && editing !== null && column.long ? (
              <LongCellEditor
                text={editing}
                label={`${name}, ${card.vendorCode}`}
                long={column.long}
                onType={props.onType}
                onFinish={props.onFinish}
              />
            ) : null}
            {isActive && editing !== null && !column.long ? (
              <CellEditor
                text={editing}
                label={`${name}, ${card.vendorCode}`}
                isNumber={column.kind !== 'text'}
                placeholder={inPlace ? shownValue(column, inPlace.valueOf(shown)) : ''}
                onType={props.onType}
                onFinish={props.onFinish}
              />
            ) : null}
            {hasHandle ? (
              <span
                data-fill-handle
                title="Потяните вниз, чтобы заполнить"
                className="absolute right-0 bottom-0 size-2.5 cursor-crosshair touch-none border-t-2 border-l-2 border-panel bg-accent-mark after:absolute after:-inset-2 pointer-coarse:size-3"
              />
            ) : null}
          </td>
        );
      })}
    </tr>
  );
});

/** In place of the columns beside those that are drawn, as wide as all of them. */
function spacerAt(at: number, { first, last }: ColumnRange, count: number) {
  if (at !== 1 && at !== last + 1) return null;
  const columns = at === 1 && first > 1 ? first - 1 : count - 1 - last;
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty space, hidden from readers
  return <td key={at === 1 ? 'before' : 'after'} aria-hidden colSpan={columns} />;
}

function isWithin(at: number, { left, right }: GridRowProps): boolean {
  return at >= left && at <= right;
}

interface CellLook {
  isReadOnly: boolean;
  isChosen: boolean;
  isTyped: boolean;
  hasProblem: boolean;
}

function cellTone({ isReadOnly, isChosen, isTyped, hasProblem }: CellLook): string {
  const ground = isChosen
    ? 'bg-accent-soft forced-colors:bg-[Highlight]'
    : groundOf(isReadOnly, isTyped, hasProblem);
  if (hasProblem) return `${ground} text-red underline decoration-wavy decoration-1`;
  if (isTyped) return `${ground} font-medium shadow-[inset_3px_0_var(--status-orange-dot)]`;
  return isReadOnly ? `${ground} text-muted` : ground;
}

function groundOf(isReadOnly: boolean, isTyped: boolean, hasProblem: boolean): string {
  if (hasProblem) return 'bg-red-soft';
  if (isTyped) return 'bg-orange-soft';
  return isReadOnly ? 'bg-sunken' : 'bg-panel';
}
