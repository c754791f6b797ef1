import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importQueries } from '#api/imports.ts';
import { CAUSE_ROWS_AT_ONCE, type CauseRow, type ImportCause } from '#contract/imports.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { showMoreText } from '#lib/show-more-text.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { ONLINE_ONLY, ROW_FORMS } from './import-texts.ts';

const SHOWN_LENGTH = 60;

interface ImportCauseItemProps {
  importId: number;
  cause: ImportCause;
  /** Of its column; null: it is about the row. */
  heading: string | null;
}

/** One thing that is wrong: where, in how many rows, the first of them, and the others when asked. */
export function ImportCauseItem({ importId, cause, heading }: ImportCauseItemProps) {
  const { text, rowCount, rows: firstRows } = cause;
  const [isOpen, setOpen] = useState(false);
  const offline = useOnlineOnly()(ONLINE_ONLY);
  const lastLine = firstRows.at(-1)?.line ?? 1;
  const query = useInfiniteQuery({
    ...importQueries.causeRows(importId, cause.id, lastLine),
    enabled: isOpen,
  });
  const rows = [...firstRows, ...(isOpen ? (query.data?.pages.flatMap((page) => page.results) ?? []) : [])];
  const restCount = rowCount - rows.length;
  const name = heading === null ? text : `${heading}: ${text}`;
  return (
    <li className="border-t border-line-soft px-4 py-3 md:px-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 wrap-anywhere">
          {heading === null ? null : <span className="text-muted">{heading}: </span>}
          {text}
        </span>
        <span className="text-sm text-muted tabular-nums">{countOf(rowCount, ROW_FORMS)}</span>
      </p>
      <ul aria-label={`Строки: ${name}`} className="mt-1 text-sm text-ink-2">
        {rows.map((row) => (
          <li key={row.line} className="wrap-anywhere">
            {rowText(row, text)}
          </li>
        ))}
      </ul>
      {restCount > 0 ? (
        <Button
          size="sm"
          className="mt-2"
          aria-label={`Показать ещё строки: ${name}`}
          loading={isOpen && query.isFetching}
          disabledReason={offline}
          onClick={() => {
            if (!isOpen) setOpen(true);
            else if (query.hasNextPage) void query.fetchNextPage();
            else void query.refetch();
          }}
        >
          {showMoreText(CAUSE_ROWS_AT_ONCE, restCount)}
        </Button>
      ) : null}
    </li>
  );
}

/** «Строка 7 «дорого»», and what it alone is told. */
function rowText({ line, cell, text }: CauseRow, causeText: string): string {
  const shown = cell.length > SHOWN_LENGTH ? `${cell.slice(0, SHOWN_LENGTH)}…` : cell;
  const own = text === causeText ? '' : `: ${text}`;
  return `Строка ${formatInteger(line)}${shown === '' ? '' : ` «${shown}»`}${own}`;
}
