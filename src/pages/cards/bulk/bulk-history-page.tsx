import { useInfiniteQuery } from '@tanstack/react-query';
import { bulkEditQueries } from '#api/bulk-edits.ts';
import { operationHistoryQuery } from '#api/operation-history.ts';
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
import { entryOfEdit, entryOfOperation, mergeByTime } from './history-by-time.ts';
import { HistoryLine } from './history-line.tsx';
import { MovedCards } from './moved-cards.tsx';
import { useShopNames } from './use-shop-names.ts';

/** What was done to many cards at once: who, when, what, and the way to take each back. */
export function BulkHistoryPage() {
  const { entries, stuck, isReadingOn, hasMore, readOn } = useHistory();
  const shopNameOf = useShopNames();
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="История изменений" subtitle="Изменения и переносы многих карточек за 30 дней" />
      {entries === undefined && stuck ? (
        <LoadProblem error={stuck.error} onRetry={() => void stuck.refetch()} offlineText={OFFLINE_TEXT} />
      ) : null}
      {entries === undefined && !stuck ? <Skeleton className="h-40 w-full" /> : null}
      {entries?.length === 0 ? (
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
      {entries && entries.length > 0 ? (
        <ul aria-label="Изменения" className="overflow-clip rounded-panel border border-line bg-panel">
          {entries.map((entry) =>
            'operation' in entry ? (
              <MovedCards key={entry.key} operation={entry.operation} />
            ) : (
              <HistoryLine
                key={entry.key}
                state={`${countOf(entry.edit.cardTotal, CARD_FORMS)} · ${countsText(entry.edit)}`}
                at={entry.at}
                userName={entry.edit.userName}
              >
                <TextLink to={hrefTo.bulkEdit({ id: entry.edit.id })}>
                  {changeText(entry.edit.change, shopNameOf)}
                </TextLink>
              </HistoryLine>
            ),
          )}
        </ul>
      ) : null}
      {hasMore ? (
        <Button className="self-center" loading={isReadingOn} onClick={readOn}>
          Показать ещё
        </Button>
      ) : null}
    </div>
  );
}

/** Changes and moves as one list by time: nothing is shown of one before the other is read as far. */
function useHistory() {
  const edits = useInfiniteQuery(bulkEditQueries.history());
  const operations = useInfiniteQuery(operationHistoryQuery);
  const queries = [edits, operations] as const;
  const common = {
    stuck: queries.find((query) => query.data === undefined && isStuck(query)),
    isReadingOn: queries.some((query) => query.isFetchingNextPage),
  };
  if (!edits.data || !operations.data) {
    return { ...common, entries: undefined, hasMore: false, readOn: () => undefined };
  }
  const merged = mergeByTime([
    {
      entries: edits.data.pages.flatMap((page) => page.results.map(entryOfEdit)),
      hasMore: edits.hasNextPage,
    },
    {
      entries: operations.data.pages.flatMap((page) => page.results.map(entryOfOperation)),
      hasMore: operations.hasNextPage,
    },
  ]);
  return {
    ...common,
    entries: merged.shown,
    hasMore: merged.readOn.length > 0,
    readOn: () => {
      for (const source of merged.readOn) void queries[source]?.fetchNextPage();
    },
  };
}
