import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { analyticsQueries } from '#api/analytics.ts';
import type { ProfitGroup, ProfitTotals } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { classNames } from '#lib/class-names.ts';
import { formatDay } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { useDebouncedText } from '#parts/use-debounced-text.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import type { ProfitOrdering } from './profit-address.ts';
import type { ProfitMarks } from './profit-marks.ts';
import { ProfitGroupChoice } from './profit-group-choice.tsx';
import { ProfitList } from './profit-list.tsx';
import type { OnOpen } from './profit-row.tsx';
import { ProfitTable } from './profit-table.tsx';

const SEARCH_DELAY_MS = 250;
const LOADING_LIST_CLASS = 'h-96 w-full';

interface ProfitCardsProps {
  query: Parameters<typeof analyticsQueries.profitCards>[0];
  totals: ProfitTotals | undefined;
  /** Whose figures are not whole yet; before that is known, no figure is shown. */
  marks: ProfitMarks | undefined;
  shops: ReadonlyMap<number, ProfileShop>;
  search: string;
  onSearchChange: (search: string) => void;
  ordering: ProfitOrdering;
  onOrderingChange: (ordering: ProfitOrdering) => void;
  group: ProfitGroup | null;
  onGroupChange: (group: ProfitGroup | null) => void;
  onOpen: OnOpen;
}

/** The cards of a period, a page at a time, found by name or article. */
export function ProfitCards({
  query,
  totals,
  marks,
  shops,
  search,
  onSearchChange,
  ordering,
  onOrderingChange,
  group,
  onGroupChange,
  onOpen,
}: ProfitCardsProps) {
  const list = useInfiniteQuery({
    ...analyticsQueries.profitCards(query),
    placeholderData: keepPreviousData,
  });
  const [text, setText] = useDebouncedText(search, onSearchChange, SEARCH_DELAY_MS);
  const isTable = useMediaQuery('(min-width: 768px)');
  const cards = marks && list.data?.pages.flatMap((page) => page.results);
  const count = list.data?.pages[0]?.count;
  const { groups, curve } = list.data?.pages[0] ?? {};
  // Of some of the cards the totals of the whole period would not be those of the rows below them.
  const shownTotals = search || group ? undefined : totals;
  const isEmpty = cards?.length === 0;
  const isFailed = list.data === undefined && isStuck(list);

  const phoneList =
    cards && marks ? (
      <ProfitList cards={cards} totals={shownTotals} marks={marks} shops={shops} onOpen={onOpen} />
    ) : (
      <Skeleton className={LOADING_LIST_CLASS} />
    );
  return (
    <section aria-label="По карточкам">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="text-base">По карточкам</h2>
        <span className="text-muted tabular-nums">
          {count === undefined ? null : countOf(count, ['карточка', 'карточки', 'карточек'])}
        </span>
        <SearchInput
          label="Поиск карточек"
          placeholder="Название или артикул"
          value={text}
          onChange={setText}
          hasKeyHint
          className="w-full md:ml-auto md:w-72"
        />
      </div>
      {groups && marks ? (
        <ProfitGroupChoice
          groups={groups}
          curve={curve}
          chosen={group}
          isPreliminary={marks.ofAll.isPreliminary}
          onChange={onGroupChange}
        />
      ) : null}
      {(list.isPending || !marks) && !isFailed ? <Skeleton className="mb-3 h-8 w-full max-w-md" /> : null}
      {isFailed ? (
        <LoadProblem
          error={list.error}
          onRetry={() => void list.refetch()}
          offlineText="Деньги не хранятся на устройстве. Карточки появятся, когда будет связь."
        />
      ) : null}
      {isEmpty ? (
        <EmptyState
          icon={search || group ? 'search' : 'table'}
          title={search || group ? 'Ничего не найдено' : 'Карточек нет'}
          text={whyNone(search, group)}
          action={<Reset {...{ search, onSearchChange, group, onGroupChange }} />}
        />
      ) : null}
      {isFailed || isEmpty ? null : (
        <div
          aria-busy={list.isPlaceholderData}
          className={classNames(list.isPlaceholderData && 'opacity-60 transition-opacity')}
        >
          {cards && marks?.ofAll.isPreliminary ? (
            <p className="mb-3 text-sm text-muted">
              «≈»: за часть дней отчёта магазина ещё нет или он неполный.
              {marks.ofAll.isUnreported
                ? ' «—» у маржи: логистика, хранение и удержания за последние дни ещё неизвестны.'
                : ''}
            </p>
          ) : null}
          {cards && marks && marks.ordersSince !== null ? (
            <p className="mb-3 text-sm text-muted">
              Заказы известны с {formatDay(marks.ordersSince)}: Wildberries отдаёт их за 90 дней.
            </p>
          ) : null}
          {isTable ? (
            <ProfitTable
              cards={cards}
              totals={shownTotals}
              marks={marks}
              shops={shops}
              ordering={ordering}
              onOrderingChange={onOrderingChange}
              onOpen={onOpen}
            />
          ) : (
            phoneList
          )}
          {list.hasNextPage ? (
            <div className="mt-3 flex justify-center">
              <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Показать ещё
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </section>
  );
}

/** Before it is known of which days the cards are. */
export function LoadingCards() {
  return (
    <section aria-label="По карточкам" aria-busy>
      <h2 className="mb-3 text-base">По карточкам</h2>
      <Skeleton className={LOADING_LIST_CLASS} />
    </section>
  );
}

function whyNone(search: string, group: ProfitGroup | null): string {
  if (group) return 'В этой группе за этот период таких карточек нет.';
  return search
    ? 'За этот период у таких карточек нет ни заказов, ни продаж.'
    : 'За этот период ни у одной карточки нет ни заказов, ни продаж.';
}

function Reset({
  search,
  onSearchChange,
  group,
  onGroupChange,
}: Pick<ProfitCardsProps, 'search' | 'onSearchChange' | 'group' | 'onGroupChange'>) {
  if (search) return <Button onClick={() => onSearchChange('')}>Сбросить поиск</Button>;
  return group ? <Button onClick={() => onGroupChange(null)}>Показать все</Button> : null;
}
