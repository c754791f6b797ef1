import { hrefTo, paths } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { changeText, type ShopNameOf } from './change-text.ts';
import { CopiedCards } from './copied-cards.tsx';
import { CARD_FORMS, countsText, OFFLINE_TEXT } from './edit-state.ts';
import { GroupedCards } from './grouped-cards.tsx';
import type { HistoryEntry } from './history-by-time.ts';
import { HistoryLine } from './history-line.tsx';
import { MovedCards } from './moved-cards.tsx';
import { useHistory } from './use-history.ts';
import { useShopNames } from './use-shop-names.ts';

/** What was done to many cards at once: who, when, what, and the way to take each back. */
export function BulkHistoryPage() {
  const { entries, stuck, isReadingOn, hasMore, readOn } = useHistory();
  const shopNameOf = useShopNames();
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="История изменений" subtitle="Что сделали со многими карточками сразу, за 30 дней" />
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
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} shopNameOf={shopNameOf} />
          ))}
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

function Entry({ entry, shopNameOf }: { entry: HistoryEntry; shopNameOf: ShopNameOf }) {
  if ('operation' in entry) return <MovedCards operation={entry.operation} />;
  if ('copying' in entry) return <CopiedCards copying={entry.copying} />;
  if ('groupMove' in entry) return <GroupedCards move={entry.groupMove} />;
  const { edit, at } = entry;
  return (
    <HistoryLine
      state={`${countOf(edit.cardTotal, CARD_FORMS)} · ${countsText(edit)}`}
      at={at}
      userName={edit.userName}
    >
      <TextLink to={hrefTo.bulkEdit({ id: edit.id })}>{changeText(edit.change, shopNameOf)}</TextLink>
    </HistoryLine>
  );
}
