import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { bulkEditQueries, isAtWork } from '#api/bulk-edits.ts';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import { paths } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { useFocusOfNewState } from '#parts/use-focus-of-new-state.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { BulkEditActions } from './bulk-edit-actions.tsx';
import { BulkEditNotices } from './bulk-edit-notices.tsx';
import { BulkEditRows } from './bulk-edit-rows.tsx';
import { changeText } from './change-text.ts';
import { CARD_FORMS, OFFLINE_TEXT, stateText } from './edit-state.ts';
import { useShopNames } from './use-shop-names.ts';

/** Until it is known which. */
const TITLE = 'Изменение карточек';

/** One change of many cards: what would become of each, what has become, and the way back. */
export function BulkEditPage() {
  const [searchParams] = useSearchParams();
  const id = Number(searchParams.get('id') ?? '');
  return Number.isSafeInteger(id) && id > 0 ? <KnownEdit key={id} id={id} /> : <NoEdit />;
}

function KnownEdit({ id }: { id: number }) {
  const query = useQuery(bulkEditQueries.one(id));
  const edit = query.data;
  const shopNameOf = useShopNames();
  useFocusOfNewState(edit && `${edit.state} ${edit.counts.applied > 0}`);
  if (!edit) {
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title={TITLE} />
        {isStuck(query) ? (
          <LoadProblem
            error={query.error}
            onRetry={() => void query.refetch()}
            offlineText={OFFLINE_TEXT}
            missing={
              <EmptyState
                icon="search"
                title="Изменение не найдено"
                text="Неприменённые изменения хранятся сутки, применённые — 30 дней."
                action={
                  <LinkButton to={paths.cardHistory} variant="primary">
                    История изменений
                  </LinkButton>
                }
              />
            }
          />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={changeText(edit.change, shopNameOf)}
        note={countOf(edit.cardTotal, CARD_FORMS)}
        subtitle={<output>{stateText(edit)}</output>}
        actions={<BulkEditActions edit={edit} />}
      />
      {isAtWork(edit) ? <WorkProgress edit={edit} /> : null}
      <BulkEditNotices edit={edit} />
      {edit.state === 'PREPARING' ? null : <BulkEditRows edit={edit} />}
    </div>
  );
}

function WorkProgress({ edit: { state, counts, rollback, preparedCount, cardTotal } }: { edit: BulkEdit }) {
  const applied = counts.applied + counts.changedSince;
  const back = counts.rolledBack + counts.kept;
  if (state === 'PREPARING') {
    return <ProgressBar label="Просмотрено" done={preparedCount} total={cardTotal} hasCaption />;
  }
  if (state === 'APPLYING') {
    return <ProgressBar label="Применено" done={applied} total={applied + counts.ready} hasCaption />;
  }
  // A server of before says it of the whole edit alone.
  const { doneCount, total } = rollback ?? { doneCount: back, total: back + counts.applied };
  return <ProgressBar label="Откачено" done={doneCount} total={total} hasCaption />;
}

function NoEdit() {
  return (
    <>
      <PageHeader title={TITLE} />
      <EmptyState
        icon="edit"
        title="Выберите карточки, чтобы изменить их вместе"
        text="Отметьте их в списке и нажмите «Изменить» внизу."
        action={
          <LinkButton to={paths.cards} variant="primary">
            К списку карточек
          </LinkButton>
        }
      />
    </>
  );
}
