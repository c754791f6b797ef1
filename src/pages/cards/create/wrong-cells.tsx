import { useMemo } from 'react';
import { countOf } from '#lib/plurals.ts';
import { Button } from '#ui/button.tsx';
import type { CellTexts, CopyCells } from './copy-cells.ts';

/** So few are seen at a glance. */
export const ROWS_AT_A_GLANCE = 10;

interface WrongCellsProps {
  rows: readonly CopyCells[];
  errors: CellTexts;
  onGo: (row: number, key: string) => void;
}

/** How many cells are to be mended, and the way to the first of them. The line is there always: nothing moves while one types. */
export function WrongCells({ rows, errors, onGo }: WrongCellsProps) {
  const { count, first } = useMemo(() => wrongIn(errors), [errors]);
  if (rows.length <= ROWS_AT_A_GLANCE) return null;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-3">
      <output className={first ? 'text-red' : 'text-muted'}>
        {first
          ? `Исправить: ${countOf(count, ['ячейка', 'ячейки', 'ячеек'])}`
          : `${countOf(rows.length, ['копия', 'копии', 'копий'])}, ошибок нет`}
      </output>
      {first ? (
        <Button size="sm" onClick={() => onGo(first.row, first.key)}>
          К первой
        </Button>
      ) : null}
    </div>
  );
}

function wrongIn(errors: CellTexts) {
  let count = 0;
  let first: { row: number; key: string } | undefined;
  for (const [row, texts] of errors.entries()) {
    const keys = Object.keys(texts);
    count += keys.length;
    const [key] = keys;
    if (first === undefined && key !== undefined) first = { row, key };
  }
  return { count, first };
}
