import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { useId } from 'react';
import { parseBlock } from '#pages/cards/table/block.ts';
import { classNames } from '#lib/class-names.ts';
import { DataTable, HeadCell } from '#ui/data-table.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { CellTexts, CopyCells, CopyColumn } from './copy-cells.ts';
import type { CellWriting } from './copy-edits.ts';

interface CopiesTableProps {
  /** What each copy is of, where they are of several cards. */
  sources?: readonly ReactNode[];
  columns: readonly CopyColumn[];
  /** The columns in which a row has a cell, where rows differ. */
  columnsOfRow?: (row: number) => readonly CopyColumn[];
  rows: readonly CopyCells[];
  errors: CellTexts;
  doubts: CellTexts;
  onWrite: (writings: readonly CellWriting[]) => void;
  /** Cells of a pasted block, and how many of its rows are below the table. */
  onPaste: (writings: readonly CellWriting[], cutRows: number) => void;
}

const WIDTH_CH = { least: 18, most: 64, sides: 5 };

/** As wide as its longest text: what tells copies from one another stands at its end. */
function widthOf(texts: readonly (string | undefined)[]): string {
  const longest = Math.max(...texts.map((text) => text?.length ?? 0));
  return `${Math.min(WIDTH_CH.most, Math.max(WIDTH_CH.least, longest + WIDTH_CH.sides))}ch`;
}

/** The copies before they are made. Arrows and Enter go up and down a column; a pasted block fills from its cell on. */
export function CopiesTable({
  sources,
  columns,
  columnsOfRow,
  rows,
  errors,
  doubts,
  onWrite,
  onPaste,
}: CopiesTableProps) {
  const id = useId();
  const cellId = (row: number, key: string) => `${id}-${row}-${key}`;
  const cellsOf = rows.map((_, row) => new Set((columnsOfRow?.(row) ?? columns).map(({ key }) => key)));
  const hasCell = (row: number, key: CopyColumn['key']) => cellsOf[row]?.has(key) === true;

  const widths = Object.fromEntries(
    columns.map(({ key }) => [key, widthOf(rows.map((cells) => cells[key]))]),
  );

  const onKeyDown = (event: KeyboardEvent, row: number, key: CopyColumn['key']) => {
    const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.nativeEvent.isComposing) return;
    // Enter in a table goes on to the next cell; the copies are made by their button.
    event.preventDefault();
    let next = row + step;
    while (next >= 0 && next < rows.length && !hasCell(next, key)) next += step;
    const target = document.getElementById(cellId(next, key));
    if (!(target instanceof HTMLInputElement)) return;
    target.focus();
    target.select();
  };

  const onPasteInto = (event: ClipboardEvent, row: number, column: number) => {
    const block = parseBlock(event.clipboardData.getData('text/plain'));
    if (block.length === 0 || (block.length === 1 && block[0]?.length === 1)) return;
    event.preventDefault();
    const writings = block.flatMap((cells, down) =>
      cells.flatMap((text, right): CellWriting[] => {
        const key = columns[column + right]?.key;
        return key !== undefined && hasCell(row + down, key)
          ? [{ row: row + down, key, text: text.trim() }]
          : [];
      }),
    );
    onPaste(writings, Math.max(0, row + block.length - rows.length));
  };

  return (
    <DataTable label="Копии" scroll="inside" frameClassName="max-h-[70dvh]">
      <thead>
        <tr>
          <HeadCell className="sticky left-0 z-2 w-10">№</HeadCell>
          {sources ? <HeadCell>Карточка</HeadCell> : null}
          {columns.map(({ key, label }) => (
            <HeadCell key={key}>{label}</HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // A copy has no id yet: it is its place in the table.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={row}>
            <th
              scope="row"
              className="border-b border-line-soft sticky left-0 z-1 bg-panel px-3 py-1.5 text-left align-top leading-8 font-normal text-muted"
            >
              {row + 1}
            </th>
            {sources ? (
              <td className="border-b border-line-soft px-3 py-1.5 align-top">{sources[row]}</td>
            ) : null}
            {columns.map(({ key, label }, column) => {
              if (!hasCell(row, key)) return <NoCell key={key} />;
              const error = errors[row]?.[key];
              const note = error ?? doubts[row]?.[key];
              return (
                <td key={key} className="border-b border-line-soft px-1.5 py-1.5 align-top">
                  <TextInput
                    id={cellId(row, key)}
                    aria-label={`${label}, копия ${row + 1}`}
                    isInvalid={error !== undefined}
                    aria-describedby={note ? `${cellId(row, key)}-note` : undefined}
                    value={cells[key] ?? ''}
                    onChange={(text) => onWrite([{ row, key, text }])}
                    onKeyDown={(event) => onKeyDown(event, row, key)}
                    onPaste={(event) => onPasteInto(event, row, column)}
                    spellCheck={key === 'title'}
                    inputMode={key.startsWith('size-') ? 'numeric' : 'text'}
                    placeholder={key.startsWith('size-') ? 'создаст WB' : undefined}
                    style={{ minWidth: widths[key] }}
                  />
                  {note ? (
                    <p
                      id={`${cellId(row, key)}-note`}
                      className={classNames('mt-1 px-1 text-sm', error ? 'text-red' : 'text-orange')}
                    >
                      {note}
                    </p>
                  ) : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

/** The copy is of a card without this size, or without a colour. */
function NoCell() {
  return (
    <td className="border-b border-line-soft px-3 py-1.5 align-top leading-8 text-muted">
      <span aria-hidden="true">—</span>
      <span className="sr-only">нет</span>
    </td>
  );
}
