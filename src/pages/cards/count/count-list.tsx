import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { paths } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { newCount, piecesOf, type CountDocument } from '#offline/counts/count-document.ts';
import { userCounts } from '#offline/counts/user-counts.ts';
import { useFocusOfNewState } from '#parts/use-focus-of-new-state.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { showToast } from '#ui/toast-store.ts';
import { countStateText, countTitle, LINE_FORMS, PIECE_FORMS } from './count-texts.ts';
import { ForeignDeviceNotice } from './device-notices.tsx';
import { RemoveCountDialog } from './remove-count-dialog.tsx';
import { useCounts } from './use-counts.ts';

const sheetAddress = (id: string) => `${paths.cardCount}?${new URLSearchParams({ id })}`;

/** The counts that this device keeps, and a new one. */
export function CountList() {
  const navigate = useNavigate();
  const { value: counts, hasFailed } = useCounts();
  const [removed, setRemoved] = useState<CountDocument | null>(null);
  // The button that asked goes with its row, before the dialog or after it.
  useFocusOfNewState(counts && `${counts.length} ${removed !== null}`);

  const begin = async () => {
    const id = newIdempotencyKey();
    // The same warehouse is counted again and again.
    const place = counts?.find((count) => count.place !== null)?.place ?? null;
    try {
      await userCounts()?.create(newCount(id, Date.now(), place));
      await navigate(sheetAddress(id));
    } catch {
      showToast({
        type: 'error',
        text: 'Устройство не сохранило новый пересчёт. Освободите место и повторите',
      });
    }
  };
  const button = (
    <Button variant="primary" icon="plus" onClick={() => void begin()}>
      Новый пересчёт
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Пересчёт"
        subtitle="Посчитайте товары на складе — и без связи тоже. На Wildberries ничего не уйдёт, пока вы не отправите сами."
        actions={button}
      />
      <ForeignDeviceNotice />
      {counts === undefined ? <NotRead hasFailed={hasFailed} /> : null}
      {counts?.length === 0 ? (
        <EmptyState
          icon="check"
          title="Пересчётов пока нет"
          text="Сканируйте баркоды или находите товары по названию, вводите количество, а при связи сверьте с Wildberries и отправьте."
          action={button}
        />
      ) : null}
      {counts !== undefined && counts.length > 0 ? (
        <ul aria-label="Пересчёты" className="overflow-clip rounded-panel border border-line bg-panel">
          {counts.map((count) => (
            <li
              key={count.id}
              className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3 not-last:border-b not-last:border-line-soft"
            >
              <div className="min-w-0 grow basis-72">
                <TextLink to={sheetAddress(count.id)} isAlone className="text-base font-medium">
                  {countTitle(count)}
                </TextLink>
                <p className="text-sm text-muted">
                  {[
                    count.place?.name ?? 'Склад не выбран',
                    countOf(count.lines.length, LINE_FORMS),
                    countOf(piecesOf(count), PIECE_FORMS),
                  ].join(' · ')}
                </p>
              </div>
              <p className="text-sm text-ink-2 tabular-nums">{countStateText(count)}</p>
              <Button
                variant="ghost"
                aria-label={`Удалить: ${countTitle(count)}`}
                onClick={() => setRemoved(count)}
              >
                Удалить
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {removed ? (
        <RemoveCountDialog
          count={removed}
          onClose={() => setRemoved(null)}
          onRemoved={() => setRemoved(null)}
        />
      ) : null}
    </div>
  );
}

function NotRead({ hasFailed }: { hasFailed: boolean }) {
  if (!hasFailed) return <Skeleton className="h-32 w-full" />;
  return (
    <ErrorState
      title="Пересчёты не прочитались"
      text="Устройство не отвечает. Перезагрузите страницу."
      onRetry={() => window.location.reload()}
    />
  );
}
