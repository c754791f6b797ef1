import { ApiError, isAway } from '#api/http/api-error.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ShownProblem } from './shown-problem.ts';

interface CopiesProblemProps {
  problem: ShownProblem;
  madeCount: number;
  leftCount: number;
  /** Reads the table anew: offered where going on with this one would be refused again. */
  onReload?: () => void;
  className?: string;
}

/** Making came to an end before its time: why, what is made, what is left and how to go on. */
export function CopiesProblem({ problem, madeCount, leftCount, onReload, className }: CopiesProblemProps) {
  const { error, isOfCells } = problem;
  const isUnanswered = error instanceof ApiError && error.isNetworkError;
  const isOutdated = error instanceof ApiError && [404, 409].includes(error.status);
  return (
    <div role="alert" className={className}>
      <Notice
        tone={isUnanswered ? 'warning' : 'error'}
        title={titleOf()}
        action={
          isOutdated && onReload ? (
            <Button size="sm" icon="refresh" onClick={onReload}>
              Обновить таблицу
            </Button>
          ) : null
        }
      >
        <p>{isOfCells ? 'Сервер не принял отмеченные ячейки.' : reasonOf(error)}</p>
        {madeCount > 0 ? (
          <p>
            <span>Создано: {countOf(madeCount, ['копия', 'копии', 'копий'])}</span>. Осталось:{' '}
            {formatInteger(leftCount)}.
          </p>
        ) : null}
        <p>{wayOn()}</p>
      </Notice>
    </div>
  );

  function titleOf(): string {
    if (madeCount > 0) return 'Создание остановилось';
    // What was not answered may be done.
    return isUnanswered ? 'Нет связи с сервером' : 'Копии не созданы';
  }

  function wayOn(): string {
    if (isOfCells) return 'Исправьте их и продолжите: что создано, второй раз не создаётся.';
    if (isUnanswered) {
      return 'Продолжите, когда появится связь: если часть уже создалась, второй раз она не создаётся.';
    }
    if (isOutdated && onReload) return 'Обновите таблицу: в ней останется то, что ещё можно создать.';
    return 'Повторите чуть позже: что создано, второй раз не создаётся.';
  }
}

/** The server's words, or what is known without them. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Запрос прервался.';
  if (error.isNetworkError) return 'Сервер не ответил.';
  if (error.hasServerMessage) return error.detail.join(' ');
  if (error.code === 'bad_answer') return 'Ответ сервера пришёл не целиком.';
  return isAway(error) ? 'Сервер недоступен.' : `Сервер ответил ошибкой ${error.status}.`;
}
