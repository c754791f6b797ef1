import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importQueries, useCheckImport } from '#api/imports.ts';
import type { CardImport, ColumnMeaning } from '#contract/imports.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { ColumnNaming } from '#parts/column-naming.tsx';
import { Button } from '#ui/button.tsx';
import { HeadingChoice } from './heading-choice.tsx';
import { MEANING_LABELS, meaningsOf, ONLINE_ONLY } from './import-texts.ts';

type Meanings = (ColumnMeaning | null)[];

/** What a row may name its card by. */
const KEYS = ['cardId', 'vendorCode', 'nmId', 'barcodes'] as const;

interface ImportColumnsProps {
  table: CardImport;
  onChecked: () => void;
}

/** In which line the columns are named, and what they are. */
export function ImportColumns({ table, onChecked }: ImportColumnsProps) {
  return (
    <>
      <HeadingChoice table={table} />
      {/* Of another line, other columns. */}
      <NamedColumns key={table.headingLine ?? 'first'} table={table} onChecked={onChecked} />
    </>
  );
}

/** Each column with some of its values, and what it is. */
function NamedColumns({ table, onChecked }: ImportColumnsProps) {
  const [meanings, setMeanings] = useState<Meanings>(meaningsOf(table));
  const { data: rows = [] } = useQuery(importQueries.rows(table.id, undefined));
  const check = useCheckImport(table.id);
  const offline = useOnlineOnly()(ONLINE_ONLY);
  const hasKey = KEYS.some((key) => meanings.includes(key));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (hasKey && !check.isPending) check.mutate(meanings, { onSuccess: onChecked });
      }}
    >
      <ColumnNaming
        headings={table.headings}
        rows={rows.map(({ cells }) => cells)}
        meanings={meanings}
        labels={MEANING_LABELS}
        onChange={(column, meaning) => setMeanings(withMeaning(meanings, column, meaning))}
      />
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
