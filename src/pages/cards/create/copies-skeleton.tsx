import { formatInteger } from '#lib/numbers.ts';
import { DataTable, HeadCell } from '#ui/data-table.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { copyHeightRem } from './copies-list.tsx';
import { ROW_HEIGHT_REM } from './copies-table.tsx';
import { NAME_COLUMNS } from './copy-cells.ts';
import { numberWidth, SOURCE_WIDTH, widthOf } from './copy-widths.ts';
import { ROWS_AT_A_GLANCE } from './wrong-cells.tsx';

/** More are beyond the window's edge. */
const MOST_ROWS = 12;
/** Names, a colour and barcodes: most copies have them all. */
const FIELDS_OF_MOST = 4;

interface CopiesSkeletonProps {
  read: number;
  /** 0: not known yet. */
  total: number;
}

/** What is being read, and in place of the table one of its size. */
export function CopiesSkeleton({ read, total }: CopiesSkeletonProps) {
  const isWide = useMediaQuery('(min-width: 48rem)');
  const rows = Array.from({ length: Math.min(total || MOST_ROWS, MOST_ROWS) }, (_, row) => row);
  return (
    <div className="mt-4 flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Skeleton className="h-9 w-40" />
        <div className="min-w-60 flex-1">
          {total === 0 ? (
            <output className="text-ink-2">Подбираем свободные артикулы и наименования</output>
          ) : (
            <ProgressBar label={readText(read, total)} hasCaption done={read} total={total} />
          )}
        </div>
      </div>
      <div className="flex flex-col gap-2">
        {/* Where the line of wrong cells will be. */}
        {rows.length > ROWS_AT_A_GLANCE ? <div className="min-h-9" /> : null}
        {isWide ? <TableSkeleton rows={rows} /> : <ListSkeleton rows={rows} />}
      </div>
    </div>
  );
}

function readText(read: number, total: number): string {
  return read === 0 ? 'Читаем карточки' : `Прочитано ${formatInteger(read)} из ${formatInteger(total)}`;
}

function TableSkeleton({ rows }: { rows: readonly number[] }) {
  return (
    <DataTable label="Копии" className="table-fixed" frameClassName="max-h-[70dvh]">
      <colgroup>
        <col style={{ width: numberWidth(rows.length) }} />
        <col style={{ width: SOURCE_WIDTH }} />
        {NAME_COLUMNS.map((column) => (
          <col key={column.key} style={{ width: widthOf(column) }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <HeadCell>№</HeadCell>
          <HeadCell>Карточка</HeadCell>
          {NAME_COLUMNS.map(({ key, label }) => (
            <HeadCell key={key}>{label}</HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row} aria-hidden style={{ height: `${ROW_HEIGHT_REM}rem` }}>
            {['number', 'source', ...NAME_COLUMNS.map(({ key }) => key)].map((key) => (
              <td key={key} className="border-b border-line-soft px-3 py-1.5 align-top">
                <Skeleton className={key === 'number' ? 'h-5 w-4' : 'h-9 w-full'} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

function ListSkeleton({ rows }: { rows: readonly number[] }) {
  return (
    <div aria-hidden className="overflow-clip rounded-panel border border-line bg-panel">
      {rows.map((row) => (
        <div
          key={row}
          className="flex flex-col gap-4 border-b border-line-soft px-3 py-2"
          style={{ height: `${copyHeightRem(FIELDS_OF_MOST)}rem` }}
        >
          <Skeleton className="h-10 w-56" />
          {Array.from({ length: FIELDS_OF_MOST }, (_, field) => (
            <Skeleton key={field} className="h-14 w-full" />
          ))}
        </div>
      ))}
    </div>
  );
}
