import { DataTable, HeadCell } from '#ui/data-table.tsx';
import { Select, type SelectOption } from '#ui/select.tsx';

const NOT_USED = 'NONE';
const SHOWN_VALUES = 3;
/** «Наименование» and «Себестоимость» stay whole on a phone. */
const HEADING_STYLE = { minWidth: '8rem' };

interface ColumnNamingProps<Meaning extends string> {
  headings: readonly string[];
  /** The first of them: something of each column is shown. */
  rows: readonly (readonly string[])[];
  meanings: readonly (Meaning | null)[];
  labels: Record<Meaning, string>;
  onChange: (column: number, meaning: Meaning | null) => void;
}

/** Each column of a table with some of its values, and what it is. */
export function ColumnNaming<Meaning extends string>({
  headings,
  rows,
  meanings,
  labels,
  onChange,
}: ColumnNamingProps<Meaning>) {
  const options: SelectOption<Meaning | typeof NOT_USED>[] = [
    { value: NOT_USED, label: 'Не использовать' },
    // Entries know no more of their keys than that they are texts.
    ...Object.entries<string>(labels).map(([value, label]) => ({ value: value as Meaning, label })),
  ];
  return (
    <DataTable label="Столбцы таблицы">
      <thead>
        <tr>
          <HeadCell>Столбец</HeadCell>
          <HeadCell className="max-md:hidden">Что в нём</HeadCell>
          <HeadCell>Что это</HeadCell>
        </tr>
      </thead>
      <tbody>
        {headings.map((heading, column) => (
          // Columns have no other name than their place.
          <tr key={column} className="not-last:border-b not-last:border-line-soft">
            <td className="max-w-56 px-3 py-2 wrap-anywhere" style={HEADING_STYLE}>
              {heading || `Столбец ${column + 1}`}
              <div className="line-clamp-2 text-sm text-muted md:hidden">{valuesOf(rows, column)}</div>
            </td>
            <td className="max-w-80 truncate px-3 py-2 text-muted max-md:hidden">{valuesOf(rows, column)}</td>
            <td className="px-3 py-2">
              <Select
                aria-label={`Что в столбце ${column + 1}${heading === '' ? '' : `, «${heading}»`}`}
                value={meanings[column] ?? NOT_USED}
                onChange={(chosen) => onChange(column, chosen === NOT_USED ? null : chosen)}
                options={options}
                className="w-full min-w-40 max-w-64"
              />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

function valuesOf(rows: readonly (readonly string[])[], column: number): string {
  const values = rows.map((cells) => cells[column] ?? '').filter((cell) => cell !== '');
  return [...new Set(values)].slice(0, SHOWN_VALUES).join(' · ');
}
