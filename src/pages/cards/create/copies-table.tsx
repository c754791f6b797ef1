import { useRef } from 'react';
import { revealRow } from '#pages/cards/table/reveal-cell.ts';
import { DataTable, HeadCell } from '#ui/data-table.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { VirtualTableBody } from '#ui/virtual-rows.tsx';
import { CopiesList } from './copies-list.tsx';
import { CopyField } from './copy-field.tsx';
import { leastWidthOf, numberWidth, SOURCE_WIDTH, widthOf } from './copy-widths.ts';
import { useCopyCells, type CopiesProps } from './use-copy-cells.ts';
import { WrongCells } from './wrong-cells.tsx';

/** A field of 40 pixels, as fingers need it, with two lines below. */
export const ROW_HEIGHT_REM = 5.25;

/** The copies before they are made: a table, on a phone a list. Of many only those in sight are drawn. */
export function CopiesTable(props: CopiesProps) {
  const isWide = useMediaQuery('(min-width: 48rem)');
  return isWide ? <WideTable {...props} /> : <CopiesList {...props} />;
}

function WideTable(props: CopiesProps) {
  const { sourceOf, columns, rows, errors } = props;
  const tableRef = useRef<HTMLTableElement>(null);
  const { hasCell, fieldOf, goTo, numberOf } = useCopyCells(props, (row) => revealRow(tableRef.current, row));
  const firstWidth = numberWidth(numberOf(rows.length - 1));
  const fixed = [firstWidth, ...(sourceOf ? [SOURCE_WIDTH] : [])];

  const renderRow = (row: number) => (
    <tr aria-rowindex={row + 2} style={{ height: `${ROW_HEIGHT_REM}rem` }}>
      <th
        scope="row"
        className="border-b border-line-soft sticky left-0 z-1 bg-panel px-3 py-1.5 text-left align-top leading-8 font-normal whitespace-nowrap text-muted"
      >
        {numberOf(row)}
      </th>
      {sourceOf ? (
        // Beside barcodes of many sizes, too, it is seen whose they are.
        <td
          className="border-b border-line-soft sticky z-1 bg-panel px-3 py-1.5 align-top"
          style={{ left: firstWidth }}
        >
          {sourceOf(row)}
        </td>
      ) : null}
      {columns.map((column) =>
        hasCell(row, column.key) ? (
          <td key={column.key} className="border-b border-line-soft px-1.5 py-1.5 align-top">
            <CopyField {...fieldOf(row, column)} isNarrow />
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
        style={{ minWidth: `calc(${[...fixed, ...columns.map(leastWidthOf)].join(' + ')})` }}
      >
        <colgroup>
          <col style={{ width: firstWidth }} />
          {sourceOf ? <col style={{ width: SOURCE_WIDTH }} /> : null}
          {columns.map((column) => (
            <col key={column.key} style={{ width: widthOf(column) }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <HeadCell className="sticky left-0 z-2">№</HeadCell>
            {sourceOf ? (
              <HeadCell className="z-2" style={{ left: firstWidth }}>
                Карточка
              </HeadCell>
            ) : null}
            {columns.map(({ key, label }) => (
              <HeadCell key={key} className="truncate" title={label}>
                {label}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <VirtualTableBody count={rows.length} rowHeightRem={ROW_HEIGHT_REM} renderRow={renderRow} />
      </DataTable>
    </div>
  );
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
