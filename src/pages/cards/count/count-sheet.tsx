import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { choosePlace, piecesOf, type CountDocument } from '#offline/counts/count-document.ts';
import { userCounts } from '#offline/counts/user-counts.ts';
import { registerDirtySource } from '#offline/release/dirty-sources.ts';
import { useFocusOfNewState } from '#parts/use-focus-of-new-state.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { CountLines } from './count-lines.tsx';
import { countStateText, countTitle, LINE_FORMS, PIECE_FORMS } from './count-texts.ts';
import { ForeignDeviceNotice, NotKeptNotice } from './device-notices.tsx';
import { PlaceField, PlaceName } from './place-field.tsx';
import { RemoveCountDialog } from './remove-count-dialog.tsx';
import { ScanPanel } from './scan-panel.tsx';
import { useComparison } from './use-comparison.ts';
import { useCount, type CountStep } from './use-counts.ts';
import { useLearntCards } from './use-learnt-cards.ts';

/** One count: scannedRef, typed, compared, sent. */
export function CountSheet({ id }: { id: string }) {
  const { count, hasFailed, apply } = useCount(id);
  if (count) return <KnownCount count={count} hasFailed={hasFailed} apply={apply} />;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="Пересчёт" />
      {count === null ? (
        <EmptyState
          icon="check"
          title="Такого пересчёта на этом устройстве нет"
          text="Пересчёт хранится там, где его начали, до выхода из системы."
          action={
            <LinkButton to={paths.cardCount} variant="primary">
              Все пересчёты
            </LinkButton>
          }
        />
      ) : null}
      {count === undefined && hasFailed ? (
        <ErrorState
          title="Пересчёт не прочитался"
          text="Устройство не отвечает. Перезагрузите страницу."
          onRetry={() => window.location.reload()}
        />
      ) : null}
      {count === undefined && !hasFailed ? <Skeleton className="h-40 w-full" /> : null}
    </div>
  );
}

interface KnownCountProps {
  count: CountDocument;
  hasFailed: boolean;
  apply: (step: CountStep) => Promise<CountDocument | undefined>;
}

function KnownCount({ count, hasFailed, apply }: KnownCountProps) {
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  const scannedRef = useRef('');
  const comparison = useComparison(count, apply);
  useLearntCards(count, apply);
  useUnkeptGuard(count.sent === null && count.lines.length > 0);
  const isOpen = count.sent === null;
  // With the last line all that was beside it goes.
  useFocusOfNewState(count.lines.length === 0 ? 'empty' : 'counted');
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={countTitle(count)}
        note={`${countOf(count.lines.length, LINE_FORMS)} · ${countOf(piecesOf(count), PIECE_FORMS)}`}
        subtitle={
          <output>
            {countStateText(count)}
            {isOpen && userCounts()?.isKept ? ' · сохранён на устройстве' : ''}
          </output>
        }
        actions={
          <>
            <LinkButton to={paths.cardCount} variant="ghost">
              Все пересчёты
            </LinkButton>
            <IconButton icon="trash" label="Удалить пересчёт" onClick={() => setRemoving(true)} />
          </>
        }
      />
      <ForeignDeviceNotice />
      {hasFailed ? <NotKeptNotice /> : null}
      {isOpen ? (
        <PlaceField place={count.place} onChange={(place) => void apply((one) => choosePlace(one, place))} />
      ) : (
        <PlaceName name={count.place?.name ?? 'не выбран'} />
      )}
      {isOpen ? <ScanPanel count={count} apply={apply} scannedRef={scannedRef} /> : null}
      {count.lines.length > 0 ? (
        <>
          <ComparePanel count={count} comparison={comparison} apply={apply} />
          <CountLines count={count} comparison={comparison} apply={apply} scannedRef={scannedRef} />
        </>
      ) : null}
      {isRemoving ? (
        <RemoveCountDialog
          count={count}
          onClose={() => setRemoving(false)}
          onRemoved={() => void navigate(paths.cardCount, { replace: true })}
        />
      ) : null}
    </div>
  );
}

/** Where nothing is kept, a reload for a new version would lose the count. */
function useUnkeptGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty || userCounts()?.isKept !== false) return undefined;
    return registerDirtySource({ isDirty: () => true, flush: () => false });
  }, [isDirty]);
}
