import type { CardsCheck } from '#api/check-cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatInteger } from '#lib/numbers.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { SendProblems } from './send-problems.tsx';
import type { useCardsCheck } from './use-cards-check.ts';

/** A smaller check is over before its progress could be read. */
const PROGRESS_FROM_CARDS = 1000;

interface SendCheckProps {
  running: ReturnType<typeof useCardsCheck>;
  count: number;
  shops: readonly ProfileShop[];
  excludedCount: number;
  onExclude?: ((check: CardsCheck, isOn: boolean) => void) | undefined;
}

/** How the check goes, and what it has found. */
export function SendCheck({ running, count, shops, excludedCount, onExclude }: SendCheckProps) {
  const { check, checked, isChecking, isStopped, hasFailed } = running;
  if (isStopped) {
    return (
      <Notice
        tone="warning"
        action={
          <Button size="sm" onClick={running.resume}>
            Проверить
          </Button>
        }
      >
        {`Проверка остановлена: проверено ${formatInteger(checked)} из ${formatInteger(count)}. Отправить можно и так: ошибки покажет отправка.`}
      </Notice>
    );
  }
  if (isChecking && count > PROGRESS_FROM_CARDS) {
    return (
      <div className="flex items-end gap-3">
        <div className="min-w-0 grow">
          <ProgressBar label="Проверяем карточки" done={checked} total={count} hasCaption />
        </div>
        <Button size="sm" onClick={running.stop}>
          Не проверять
        </Button>
      </div>
    );
  }
  if (hasFailed) {
    return (
      <Notice tone="warning">
        Проверить карточки не удалось. Отправить можно и так: ошибки покажет отправка.
      </Notice>
    );
  }
  if (check) {
    return (
      <SendProblems
        check={check}
        shops={shops}
        excludedCount={excludedCount}
        onExclude={onExclude ? (isOn) => onExclude(check, isOn) : undefined}
      />
    );
  }
  return (
    <p className="flex items-center gap-2 text-muted">
      <Spinner /> Проверяем карточки…
    </p>
  );
}
