import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { applicationQueries, isAtWork, useStartApplication } from '#api/promotion-applications.ts';
import type { PromotionApplication } from '#contract/promotion-applications.ts';
import { countOf } from '#lib/plurals.ts';
import { inQuotes } from '#lib/text.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AppliedCards } from './applied-cards.tsx';
import { ApplicationSummary } from './application-summary.tsx';

const CARDS = ['карточку', 'карточки', 'карточек'] as const;

interface ApplicationDialogProps {
  id: number;
  /** What can still be chosen before it is sent. */
  choice?: ReactNode;
  onClose: () => void;
  onStarted?: () => void;
}

/** An application: what would be sent, then how it goes, then what the marketplace took. */
export function ApplicationDialog({ id, choice = null, onClose, onStarted }: ApplicationDialogProps) {
  const query = useQuery(applicationQueries.one(id));
  const start = useStartApplication(id);
  const offlineReason = useOnlineOnly()('Отправить в Wildberries можно только при связи');
  const application = query.data;
  const isReady = application?.state === 'READY';
  const count = application?.counts.waiting ?? 0;
  const isLeaving = application?.kind === 'LEAVE';
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      isDismissible={!start.isPending}
      title={titleOf(application)}
      description={application ? inQuotes(application.promotionName) : null}
      footer={
        isReady ? (
          <>
            <Button onClick={onClose} disabledReason={start.isPending ? 'Дождитесь ответа' : null}>
              Отмена
            </Button>
            <Button
              variant={application.losingCount > 0 ? 'danger' : 'primary'}
              loading={start.isPending}
              disabledReason={offlineReason ?? (count === 0 ? 'Отправлять нечего' : null)}
              onClick={() => start.mutate(count, { onSuccess: () => onStarted?.() })}
            >
              {isLeaving ? 'Вывести' : 'Добавить'}
              {count === 0 ? '' : ` ${countOf(count, CARDS)}`}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {application && isAtWork(application) ? 'Закрыть' : 'Готово'}
          </Button>
        )
      }
    >
      {isReady ? choice : null}
      {application ? null : (
        <ProblemOrSkeleton
          query={query}
          offlineText="Заявки не хранятся на устройстве. Эта загрузится, когда будет связь."
          skeleton={<Skeleton className="h-40 w-full" />}
        />
      )}
      {application ? (
        <>
          <div aria-live="polite">
            <ApplicationSummary application={application} />
          </div>
          {start.error ? (
            <p role="alert" className="mt-3 text-red">
              {start.error instanceof ApiError ? start.error.detail.join(' ') : 'Не удалось отправить заявку'}
            </p>
          ) : null}
          <AppliedCards application={application} />
        </>
      ) : null}
    </Dialog>
  );
}

function titleOf(application: PromotionApplication | undefined): string {
  if (!application) return 'Заявка в акцию';
  const isLeaving = application.kind === 'LEAVE';
  if (application.state === 'READY') return isLeaving ? 'Вывести из акции?' : 'Добавить в акцию?';
  return isLeaving ? 'Выход из акции' : 'Заявка в акцию';
}
