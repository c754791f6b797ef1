import { tableFigures } from '#contract/bulk-changes.ts';
import { tableKeys } from '#contract/bulk-table-rows.ts';
import { DataTable, HeadCell } from '#ui/data-table.tsx';
import { Select } from '#ui/select.tsx';
import { TABLE_FIELD_LABELS } from './change-text.ts';
import { firstRowAt, isFilled, KEY_LABELS, withMeaning, type Table } from './table-rows.ts';

const SHOWN_ROWS = 5;
const NOT_USED = 'NONE';

const OPTIONS = [
  { value: NOT_USED, label: 'Не использовать' },
  ...tableKeys.map((key) => ({ value: key, label: KEY_LABELS[key] })),
  ...tableFigures.map((field) => ({ value: field, label: TABLE_FIELD_LABELS[field] })),
] as const;

interface TableColumnsProps {
  table: Table;
  onChange: (table: Table) => void;
}

/** The first rows, and over each column what it is. */
export function TableColumns({ table, onChange }: TableColumnsProps) {
  const { cells, headingAt, meanings } = table;
  const header = headingAt === null ? undefined : cells[headingAt];
  const shown = cells.slice(firstRowAt(table)).filter(isFilled).slice(0, SHOWN_ROWS);
  return (
    <DataTable label="Начало таблицы">
      <thead>
        <tr>
          {meanings.map((meaning, column) => (
            // Columns have no other name than their place.
            <HeadCell key={column}>
              <Select
                aria-label={`Столбец ${column + 1}${header?.[column] ? `, «${header[column]}»` : ''}`}
                value={meaning ?? NOT_USED}
                onChange={(chosen) =>
                  onChange(withMeaning(table, column, chosen === NOT_USED ? null : chosen))
                }
                options={OPTIONS}
                className="mt-2 min-w-44"
              />
              <span className="mt-1 mb-2 block max-w-44 truncate">{header?.[column] ?? ''}</span>
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row, index) => (
          <tr key={index} className="not-last:border-b not-last:border-line-soft">
            {meanings.map((meaning, column) => (
              <td
                key={column}
                className={`max-w-44 truncate px-3 py-2 ${meaning === null ? 'text-muted' : ''}`}
              >
                {row[column] ?? ''}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
