import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { VirtualList, type VirtualRowsHandle } from '#ui/virtual-rows.tsx';
import { barcodesOf, isOfSize } from './copy-cells.ts';
import { CopyField, type CopyFieldProps } from './copy-field.tsx';
import { useCopyCells, type CopiesProps } from './use-copy-cells.ts';
import { WrongCells } from './wrong-cells.tsx';

/** The number or the card it is of, the space below it, and the edges. */
const HEAD_REM = 4.5;
/** A label, a field of 40 pixels and the line below it. */
const FIELD_REM = 5.25;
export function copyHeightRem(fieldCount: number): number {
  return HEAD_REM + FIELD_REM * fieldCount;
}

const FIELD_STYLE = { height: `${FIELD_REM}rem` };

/** The copies as a phone shows them: a card for each, with a label at each field. Barcodes of several sizes have a sheet of their own. */
export function CopiesList(props: CopiesProps) {
  const { sourceOf, columns, columnsOfRow, rows, errors } = props;
  const handleRef = useRef<VirtualRowsHandle>(null);
  const [openRow, setOpenRow] = useState<number | null>(null);
  const cells = useCopyCells(props, (row) => handleRef.current?.scrollToIndex(row));
  const { cellId, copyName, fieldOf } = cells;

  const single = columns.filter((column) => !isOfSize(column));
  const hasSizes = columns.some(isOfSize);
  const heightRem = copyHeightRem(single.length + (hasSizes ? 1 : 0));
  const sizesOf = (row: number) => columnsOfRow(row).filter(isOfSize);

  const goTo = (row: number, key: string) => {
    const sizes = sizesOf(row);
    const isInSheet = sizes.length > 1 && sizes.some((size) => size.key === key);
    cells.goTo(row, isInSheet ? 'sizes' : key);
  };

  const barcodesOfRow = (row: number) => {
    const sizes = sizesOf(row);
    const [only] = sizes;
    if (!only) return <NoField label="Баркод" />;
    if (sizes.length === 1) return <LabelledField {...fieldOf(row, only)} />;
    const filled = sizes.filter(({ key }) => barcodesOf(rows[row]?.[key]).length > 0).length;
    const error = sizes.map(({ key }) => errors[row]?.[key]).find((text) => text !== undefined);
    return (
      <div style={FIELD_STYLE}>
        <span className="block h-5 text-sm text-muted">Баркоды</span>
        <Button
          id={cellId(row, 'sizes')}
          aria-label={`Заполнено ${filled} из ${sizes.length}: баркоды, ${copyName(row)}`}
          className="w-full"
          onClick={() => setOpenRow(row)}
        >
          Заполнено {filled} из {sizes.length}
        </Button>
        <p className="h-5 truncate px-1 text-sm text-red">{error}</p>
      </div>
    );
  };

  const renderRow = (row: number) => {
    return (
      <li
        className="flex flex-col border-b border-line-soft px-3 py-2"
        style={{ height: `${heightRem}rem` }}
        aria-posinset={row + 1}
        aria-setsize={rows.length}
      >
        <div className="mb-2 flex h-11 min-w-0 shrink-0 items-center gap-3">
          <span className="text-muted">{cells.numberOf(row)}</span>
          {sourceOf ? sourceOf(row) : <span className="font-medium">Копия</span>}
        </div>
        {single.map((column) =>
          cells.hasCell(row, column.key) ? (
            <LabelledField key={column.key} {...fieldOf(row, column)} />
          ) : (
            <NoField key={column.key} label={column.label} />
          ),
        )}
        {hasSizes ? barcodesOfRow(row) : null}
      </li>
    );
  };

  return (
    <div className="flex flex-col gap-2">
      <WrongCells rows={rows} errors={errors} onGo={goTo} />
      <div className="overflow-clip rounded-panel border border-line bg-panel">
        <VirtualList
          label="Копии"
          count={rows.length}
          rowHeightRem={heightRem}
          handleRef={handleRef}
          renderRow={renderRow}
        />
      </div>
      <Dialog
        open={openRow !== null}
        onClose={() => setOpenRow(null)}
        title={openRow === null ? '' : `Баркоды: ${copyName(openRow)}`}
        description={openRow === null ? '' : rows[openRow]?.['vendorCode']}
        footer={
          <Button variant="primary" onClick={() => setOpenRow(null)}>
            Готово
          </Button>
        }
      >
        {openRow === null
          ? null
          : sizesOf(openRow).map((column) => (
              // Enter would go to another copy, which is behind the sheet.
              <LabelledField key={column.key} {...fieldOf(openRow, column)} onKeyDown={undefined} />
            ))}
      </Dialog>
    </div>
  );
}

function LabelledField(props: CopyFieldProps) {
  return (
    <div style={FIELD_STYLE}>
      <label htmlFor={props.id} className="block h-5 text-sm text-muted">
        {props.column.label}
      </label>
      <CopyField {...props} />
    </div>
  );
}

/** The copy is of a card without a colour, or without sizes. */
function NoField({ label }: { label: string }) {
  return (
    <div style={FIELD_STYLE}>
      <span className="block h-5 text-sm text-muted">{label}</span>
      <p className="text-muted">
        <span aria-hidden="true">—</span>
        <span className="sr-only">нет</span>
      </p>
    </div>
  );
}
