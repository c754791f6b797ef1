import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Notice } from '#ui/notice.tsx';
import type { CellProblem } from './table-rows.ts';

interface TableProblemsProps {
  /** The first of them. */
  problems: readonly CellProblem[];
  count: number;
}

/** Cells that cannot be read: their rows take no part. */
export function TableProblems({ problems, count }: TableProblemsProps) {
  if (count === 0) return null;
  return (
    <Notice
      tone="warning"
      className="mt-3"
      title={`Не прочитать ${countOf(count, ['строку', 'строки', 'строк'])}: ${
        count === 1 ? 'её карточка останется' : 'их карточки останутся'
      } как есть`}
    >
      <ul aria-label="Строки с ошибками">
        {problems.map(({ line, text }) => (
          <li key={line}>
            Строка {formatInteger(line)}. {text}
          </li>
        ))}
        {count > problems.length ? <li>…и ещё {formatInteger(count - problems.length)}</li> : null}
      </ul>
    </Notice>
  );
}
