import { useInfiniteQuery } from '@tanstack/react-query';
import { bulkEditQueries } from '#api/bulk-edits.ts';
import { formatDateTime } from '#lib/dates.ts';
import { hrefTo, paths } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { changeText } from './change-text.ts';
import { CARD_FORMS, countsText, OFFLINE_TEXT } from './edit-state.ts';
import { useShopNames } from './use-shop-names.ts';

/** Changes of many cards: who, when, what, and the way to take each back. */
export function BulkHistoryPage() {
  const query = useInfiniteQuery(bulkEditQueries.history());
  const shopNameOf = useShopNames();
  const edits = query.data?.pages.flatMap((page) => page.results);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="История изменений" subtitle="Изменения многих карточек за 30 дней" />
      {edits === undefined && isStuck(query) ? (
        <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
      ) : null}
      {edits === undefined && !isStuck(query) ? <Skeleton className="h-40 w-full" /> : null}
      {edits?.length === 0 ? (
        <EmptyState
          icon="clock"
          title="Изменений пока нет"
          text="Отметьте карточки в списке и нажмите «Изменить»: они поменяются все сразу. Или нажмите «По таблице» и вставьте цены из своей таблицы."
          action={
            <LinkButton to={paths.cards} variant="primary">
              К списку карточек
            </LinkButton>
          }
        />
      ) : null}
      {edits && edits.length > 0 ? (
        <ul aria-label="Изменения" className="overflow-clip rounded-panel border border-line bg-panel">
          {edits.map((edit) => (
            <li
              key={edit.id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3 not-last:border-b not-last:border-line-soft"
            >
              <div className="min-w-0 grow basis-72">
                <TextLink to={hrefTo.bulkEdit({ id: edit.id })} className="wrap-anywhere">
                  {changeText(edit.change, shopNameOf)}
                </TextLink>
                <p className="text-sm text-muted">
                  {countOf(edit.cardTotal, CARD_FORMS)} · {countsText(edit)}
                </p>
              </div>
              <p className="text-sm text-muted tabular-nums">
                {edit.appliedAt === null ? '' : formatDateTime(edit.appliedAt)} · {edit.userName}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {query.hasNextPage ? (
        <Button
          className="self-center"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Показать ещё
        </Button>
      ) : null}
    </div>
  );
}
