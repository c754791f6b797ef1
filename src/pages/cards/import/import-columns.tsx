import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importQueries, useCheckImport } from '#api/imports.ts';
import { columnMeanings, type CardImport, type ColumnMeaning } from '#contract/imports.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { DataTable, HeadCell } from '#ui/data-table.tsx';
import { Select } from '#ui/select.tsx';
import { MEANING_LABELS, ONLINE_ONLY } from './import-texts.ts';

const NOT_USED = 'NONE';
const OPTIONS = [
  { value: NOT_USED, label: 'Не использовать' },
  ...columnMeanings.map((meaning) => ({ value: meaning, label: MEANING_LABELS[meaning] })),
] as const;
const SHOWN_VALUES = 3;

type Meanings = (ColumnMeaning | null)[];

interface ImportColumnsProps {
  table: CardImport;
  onChecked: () => void;
}

/** Each column with some of its values, and what it is. */
export function ImportColumns({ table, onChecked }: ImportColumnsProps) {
  const [meanings, setMeanings] = useState<Meanings>(table.meanings);
  const { data: rows = [] } = useQuery(importQueries.rows(table.id, undefined));
  const check = useCheckImport(table.id);
  const offline = useOnlineOnly()(ONLINE_ONLY);
  const hasKey = meanings.some((one) => one === 'vendorCode' || one === 'nmId' || one === 'barcodes');
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (hasKey && !check.isPending) check.mutate(meanings, { onSuccess: onChecked });
      }}
    >
      <DataTable label="Столбцы таблицы">
        <thead>
          <tr>
            <HeadCell>Столбец</HeadCell>
            <HeadCell className="max-md:hidden">Что в нём</HeadCell>
            <HeadCell>Что это</HeadCell>
          </tr>
        </thead>
        <tbody>
          {table.headings.map((heading, column) => (
            // Columns have no other name than their place.
            <tr key={column} className="not-last:border-b not-last:border-line-soft">
              <td className="max-w-56 px-3 py-2 wrap-anywhere">{heading || `Столбец ${column + 1}`}</td>
              <td className="max-w-80 truncate px-3 py-2 text-muted max-md:hidden">
                {valuesOf(rows, column)}
              </td>
              <td className="px-3 py-2">
                <Select
                  aria-label={`Что в столбце ${column + 1}${heading === '' ? '' : `, «${heading}»`}`}
                  value={meanings[column] ?? NOT_USED}
                  onChange={(chosen) =>
                    setMeanings(withMeaning(meanings, column, chosen === NOT_USED ? null : chosen))
                  }
                  options={OPTIONS}
                  className="w-full min-w-40 max-w-64"
                />
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 basis-80 grow text-sm text-muted">
          Столбец «Характеристика» — та, что названа так же, как он. Выбранное запомнится для файлов с такими
          же столбцами.
        </p>
        <Button
          type="submit"
          variant="primary"
          loading={check.isPending}
          disabledReason={offline ?? (hasKey ? null : 'Укажите, в каком столбце артикул или баркод')}
        >
          Проверить строки
        </Button>
      </div>
    </form>
  );
}

/** What another column was before is taken from it; there are many characteristics. */
function withMeaning(meanings: Meanings, column: number, meaning: ColumnMeaning | null): Meanings {
  return meanings.map((before, index) => {
    if (index === column) return meaning;
    return before === meaning && meaning !== 'characteristic' ? null : before;
  });
}

function valuesOf(rows: readonly { cells: readonly string[] }[], column: number): string {
  const values = rows.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');
  return [...new Set(values)].slice(0, SHOWN_VALUES).join(' · ');
}
