import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { applicationQueries } from '#api/promotion-applications.ts';
import type { PromotionApplication } from '#contract/promotion-applications.ts';
import { formatDateTime } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import { inQuotes } from '#lib/text.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { ProblemLine } from '#parts/problem-line.tsx';
import { Status, type StatusTone } from '#ui/status.tsx';
import { ApplicationDialog } from './application-dialog.tsx';

const CARDS = ['карточка', 'карточки', 'карточек'] as const;

/** What was sent to this promotion: who, when, what has come of it. */
export function ApplicationList({ wbPromotionId }: { wbPromotionId: number }) {
  const query = useQuery(applicationQueries.ofPromotion(wbPromotionId));
  const { data } = query;
  const [openId, setOpenId] = useState<number | null>(null);
  if (!data && isStuck(query)) {
    return (
      <div className="mt-6">
        <ProblemLine
          text="Не удалось загрузить, что отправляли в эту акцию."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  }
  if (!data || data.count === 0) return null;
  return (
    <section className="mt-6" aria-labelledby="applications">
      <h3 id="applications" className="mb-2 font-medium">
        Что отправляли
      </h3>
      <ul className="rounded-panel border border-line">
        {data.results.map((application) => (
          <li key={application.id} className="border-b border-line-soft last:border-b-0">
            <button
              type="button"
              onClick={() => setOpenId(application.id)}
              className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <span className="min-w-0 grow">
                <span className="block">{summaryOf(application)}</span>
                <span className="block text-sm text-muted">
                  {formatDateTime(application.startedAt ?? application.createdAt)} · {application.userName}
                </span>
              </span>
              <ApplicationStatus application={application} />
            </button>
          </li>
        ))}
      </ul>
      {openId === null ? null : <ApplicationDialog id={openId} onClose={() => setOpenId(null)} />}
    </section>
  );
}

function summaryOf({ kind, counts, shops }: PromotionApplication): string {
  const { leftOut: _, ...sent } = counts;
  const total = Object.values(sent).reduce((sum, count) => sum + count, 0);
  const where = shops.length === 1 ? inQuotes(shops[0]?.shopName ?? '') : countOf(shops.length, SHOPS);
  return `${kind === 'JOIN' ? 'Добавление' : 'Выход'}: ${countOf(total, CARDS)} · ${where}`;
}

const SHOPS = ['магазин', 'магазина', 'магазинов'] as const;

function ApplicationStatus({ application: { state, counts } }: { application: PromotionApplication }) {
  const notTaken = counts.refused + counts.unconfirmed;
  const statuses: Record<PromotionApplication['state'], { tone: StatusTone; text: string }> = {
    READY: { tone: 'neutral', text: 'Не отправлена' },
    SENDING: { tone: 'black', text: 'Отправляется' },
    CONFIRMING: { tone: 'black', text: 'Ждёт подтверждения' },
    SCHEDULED: { tone: 'neutral', text: 'Ждёт начала акции' },
    DONE: { tone: 'green', text: 'Все взяты' },
    PARTLY: { tone: 'orange', text: `Не взято: ${notTaken}` },
    FAILED: { tone: 'red', text: 'Не взята ни одна' },
  };
  const { tone, text } = statuses[state];
  return <Status tone={tone}>{text}</Status>;
}
