import { useDeferredValue, useMemo, useRef } from 'react';
import { revealRow } from '#pages/cards/table/reveal-cell.ts';
import { DataTable, HeadCell } from '#ui/data-table.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { VirtualTableBody } from '#ui/virtual-rows.tsx';
import { CopiesList } from './copies-list.tsx';
import type { CellTexts, CopyCells, CopyColumn } from './copy-cells.ts';
import { CopyField } from './copy-field.tsx';
import { useCopyCells, type CopiesProps } from './use-copy-cells.ts';
import { WrongCells } from './wrong-cells.tsx';

/** A field of 40 pixels, as fingers need it, with its line below. */
const ROW_HEIGHT_REM = 4.75;

const NUMBER_WIDTH = '4rem';
const SOURCE_WIDTH = '15.5rem';
/** What stands beside the field in its cell. */
const CELL_EDGES_REM = 0.75;
const WIDTH_CH = { least: 18, most: 64, sides: 5 };
/** What is said of a cell is written smaller. */
const NOTE_SHARE = 0.9;

/** The copies before they are made: a table, on a phone a list. Of many only those in sight are drawn. */
export function CopiesTable(props: CopiesProps) {
  const isWide = useMediaQuery('(min-width: 48rem)');
  return isWide ? <WideTable {...props} /> : <CopiesList {...props} />;
}

function WideTable(props: CopiesProps) {
  const { sourceOf, columns, rows, errors, doubts } = props;
  const tableRef = useRef<HTMLTableElement>(null);
  const { hasCell, fieldOf, goTo, numberOf } = useCopyCells(props, (row) => revealRow(tableRef.current, row));
  const measuredRows = useDeferredValue(rows);
  const widthsCh = useMemo(
    () => widthsOf(columns, measuredRows, [errors, doubts]),
    [columns, measuredRows, errors, doubts],
  );
  const widthOf = (key: string) => `calc(${widthsCh.get(key) ?? WIDTH_CH.least}ch + ${CELL_EDGES_REM}rem)`;

  const renderRow = (row: number) => (
    <tr aria-rowindex={row + 2} style={{ height: `${ROW_HEIGHT_REM}rem` }}>
      <th
        scope="row"
        className="border-b border-line-soft sticky left-0 z-1 bg-panel px-3 py-1.5 text-left align-top leading-8 font-normal text-muted"
      >
        {numberOf(row)}
      </th>
      {sourceOf ? <td className="border-b border-line-soft px-3 py-1.5 align-top">{sourceOf(row)}</td> : null}
      {columns.map((column) =>
        hasCell(row, column.key) ? (
          <td key={column.key} className="border-b border-line-soft px-1.5 py-1.5 align-top">
            <CopyField {...fieldOf(row, column)} />
          </td>
        ) : (
          <NoCell key={column.key} />
        ),
      )}
    </tr>
  );

  return (
    <div className="flex flex-col gap-2">
      <WrongCells rows={rows} errors={errors} onGo={goTo} />
      <DataTable
        ref={tableRef}
        label="Копии"
        scroll="inside"
        frameClassName="max-h-[70dvh]"
        aria-rowcount={rows.length + 1}
        // Laid out by its columns alone: rows come and go as it scrolls.
        className="table-fixed"
        style={{
          width: `calc(${[NUMBER_WIDTH, ...(sourceOf ? [SOURCE_WIDTH] : []), ...columns.map(({ key }) => widthOf(key))].join(' + ')})`,
          minWidth: '100%',
        }}
      >
        <colgroup>
          <col style={{ width: NUMBER_WIDTH }} />
          {sourceOf ? <col style={{ width: SOURCE_WIDTH }} /> : null}
          {columns.map(({ key }) => (
            <col key={key} style={{ width: widthOf(key) }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <HeadCell className="sticky left-0 z-2">№</HeadCell>
            {sourceOf ? <HeadCell>Карточка</HeadCell> : null}
            {columns.map(({ key, label }) => (
              <HeadCell key={key}>{label}</HeadCell>
            ))}
          </tr>
        </thead>
        <VirtualTableBody count={rows.length} rowHeightRem={ROW_HEIGHT_REM} renderRow={renderRow} />
      </DataTable>
    </div>
  );
}

/** Each as wide as its longest text, in whichever row: what tells copies from one another stands at its end. */
function widthsOf(
  columns: readonly CopyColumn[],
  rows: readonly CopyCells[],
  notes: readonly CellTexts[],
): Map<string, number> {
  const longest = new Map<string, number>(columns.map(({ key }) => [key, 0]));
  const measure = (texts: CopyCells, share: number) => {
    for (const [key, text] of Object.entries(texts)) {
      const length = text.length * share;
      if (length > (longest.get(key) ?? 0)) longest.set(key, length);
    }
  };
  for (const cells of rows) measure(cells, 1);
  for (const texts of notes) for (const ofRow of texts) measure(ofRow, NOTE_SHARE);
  const widthOf = (length: number) =>
    Math.min(WIDTH_CH.most, Math.max(WIDTH_CH.least, Math.ceil(length) + WIDTH_CH.sides));
  return new Map([...longest].map(([key, length]) => [key, widthOf(length)]));
}

/** The copy is of a card without this size, or without a colour. */
function NoCell() {
  return (
    // Relative: what readers alone are told would otherwise widen the page.
    <td className="relative border-b border-line-soft px-3 py-1.5 align-top leading-8 text-muted">
      <span aria-hidden="true">—</span>
      <span className="sr-only">нет</span>
    </td>
  );
}
