import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { shipmentQueries } from '#api/shipments.ts';
import { userQueries } from '#api/users.ts';
import type { ShipmentList } from '#contract/shipments.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { LoadProblem } from '#parts/load-problem.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { useDebouncedText } from '#parts/use-debounced-text.ts';
import { useListKeys } from '#parts/use-list-keys.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Panel } from '#ui/panel.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { paths } from '#lib/paths.ts';
import { LoadingDetail, ShipmentDetail } from './shipment-detail.tsx';
import { shipmentStatusLabel } from './shipment-status.tsx';
import { ShipmentRows, ShipmentTable } from './shipment-table.tsx';
import {
  parseShipmentsState,
  shipmentsQuery,
  shipmentsSearch,
  shipmentTabs,
  statusFilters,
  type ShipmentsState,
  type ShipmentTab,
  type StatusFilter,
} from './shipments-address.ts';

const TAB_LABELS: Record<ShipmentTab, string> = {
  all: 'Все',
  running: 'В работе',
  errors: 'Есть ошибки',
  finished: 'Завершены',
};
const SEARCH_DELAY_MS = 200;
/** Stays in sight beside a list of any length, and scrolls by itself. */
const BESIDE =
  'sticky top-[calc(var(--sticky-top)+1rem)] max-h-[calc(100dvh-var(--sticky-top)-1rem-var(--free-bottom))] min-w-0 overflow-y-auto';

export function ShipmentsPage() {
  const [searchParams, setSearchParams] = useSearchParams();
  const state = useMemo(() => parseShipmentsState(searchParams), [searchParams]);
  const change = (changed: Partial<ShipmentsState>) =>
    setSearchParams(shipmentsSearch({ ...state, ...changed }), { replace: true });
  const [search, setSearch] = useDebouncedText(
    state.search,
    (text) => change({ search: text, id: null }),
    SEARCH_DELAY_MS,
  );

  const { data: profile } = useQuery(userQueries.me());
  const onlineOnly = useOnlineOnly();
  const list = useInfiniteQuery(shipmentQueries.list(shipmentsQuery(state)));
  const counters = list.data?.pages[0]?.counters;
  const rows = list.data?.pages.flatMap((page: ShipmentList) => page.results);

  // Beside the list when there is room for both; else the shipment takes the page.
  const isWide = useMediaQuery('(min-width: 1024px)');
  const shownId = state.id ?? (isWide ? (rows?.[0]?.id ?? null) : null);
  const hasFailed = rows === undefined && isStuck(list);
  const isEmpty = rows?.length === 0;
  /** A narrow screen has the shipment alone, or the list. One tree for both: a tablet that is turned keeps what is open. */
  const isAlone = !isWide && state.id !== null;
  const hasDetail = shownId !== null;
  const isDetailAwaited = isWide && !hasDetail && rows === undefined && !hasFailed;
  const hasRoom = !hasDetail && (isEmpty || hasFailed);
  const showAt = (index: number) => change({ id: rows?.[index]?.id ?? null });
  useListKeys({
    count: isWide ? (rows?.length ?? 0) : 0,
    activeIndex: rows?.findIndex((row) => row.id === shownId) ?? -1,
    onActiveChange: showAt,
    onOpen: showAt,
  });

  return (
    <>
      {isAlone ? (
        <>
          {/* What stands alone names itself in sight; screen readers look for the name of the page as well. */}
          <h1 className="sr-only">Отправки</h1>
          <LinkButton
            to={{ search: shipmentsSearch({ ...state, id: null }) }}
            variant="ghost"
            size="sm"
            icon="arrow-left"
            className="mb-3 -ml-2 w-fit"
          >
            Все отправки
          </LinkButton>
        </>
      ) : (
        <>
          <PageHeader title="Отправки" subtitle={<DataAgeNote query={list} />} />
          <Tabs
            label="Состояние отправок"
            className="my-4"
            isReplacing
            items={shipmentTabs.map((tab) => ({
              key: tab,
              label: TAB_LABELS[tab],
              count: counters?.[tab],
              tone: tab === 'errors' && counters && counters.errors > 0 ? ('red' as const) : undefined,
              isCurrent: state.tab === tab,
              to: { search: shipmentsSearch({ ...state, tab, id: null }) },
            }))}
          />
          <div className="mb-4 flex flex-wrap items-center gap-2" data-print="hide">
            <SearchInput
              label="Поиск отправок"
              placeholder="Номер, артикул или название"
              value={search}
              onChange={setSearch}
              hasKeyHint
              className="w-full md:w-85"
            />
            <Select
              aria-label="Статус"
              className="w-[calc(50%-0.25rem)] sm:w-56"
              value={state.status ?? 'any'}
              onChange={(value) => change({ status: value === 'any' ? null : value, id: null })}
              options={[
                { value: 'any', label: 'Любой статус' },
                ...statusFilters.map((filter) => ({ value: filter, label: statusFilterLabel(filter) })),
              ]}
            />
            <Select
              aria-label="Магазин"
              className="w-[calc(50%-0.25rem)] sm:w-56"
              value={String(state.shopIds[0] ?? 'all')}
              onChange={(value) => change({ shopIds: value === 'all' ? [] : [Number(value)], id: null })}
              options={[
                { value: 'all', label: 'Все магазины' },
                ...(profile?.shops.map((shop) => ({ value: String(shop.id), label: shop.name })) ?? []),
              ]}
            />
          </div>
        </>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        {isAlone ? null : (
          <div className={hasRoom ? 'min-w-0 lg:col-span-2' : 'min-w-0'}>
            {hasFailed ? <LoadProblem error={list.error} onRetry={() => void list.refetch()} /> : null}
            {isEmpty ? (
              <EmptyShipments
                state={state}
                onReset={() => change({ tab: 'all', status: null, shopIds: [], search: '' })}
              />
            ) : null}
            {hasFailed || isEmpty ? null : (
              <>
                {isWide ? (
                  <ShipmentTable rows={rows} shownId={shownId} state={state} />
                ) : (
                  <ShipmentRows rows={rows} state={state} />
                )}
                {list.hasNextPage ? (
                  <div className="mt-3 flex justify-center">
                    <Button
                      loading={list.isFetchingNextPage && list.fetchStatus === 'fetching'}
                      disabledReason={onlineOnly(
                        'Остальных отправок нет на устройстве: они покажутся при связи',
                      )}
                      onClick={() => void list.fetchNextPage()}
                    >
                      Показать ещё
                    </Button>
                  </div>
                ) : null}
              </>
            )}
          </div>
        )}
        {hasDetail ? (
          <div className={isAlone ? 'min-w-0' : BESIDE}>
            <ShipmentDetail
              key={shownId}
              id={shownId}
              onActing={() => {
                if (state.id !== null) return;
                const found = shipmentsSearch({ ...state, id: shownId });
                setSearchParams(found, { replace: true, preventScrollReset: true });
              }}
            />
          </div>
        ) : null}
        {isDetailAwaited ? (
          <Panel>
            <LoadingDetail />
          </Panel>
        ) : null}
      </div>
    </>
  );
}

function statusFilterLabel(filter: StatusFilter): string {
  if (filter === 'unconfirmed') return 'Ждут маркетплейс';
  return filter === 'confirmed' ? 'Приняты маркетплейсом' : shipmentStatusLabel(filter);
}

function EmptyShipments({ state, onReset }: { state: ShipmentsState; onReset: () => void }) {
  if (state.search || state.shopIds.length > 0 || state.status !== null || state.tab !== 'all') {
    return (
      <EmptyState
        icon="search"
        title="Ничего не найдено"
        text="Отправок с такими условиями нет."
        action={<Button onClick={onReset}>Сбросить фильтры</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon="send"
      title="Отправок пока нет"
      text="Выберите карточки в списке и отправьте их в магазины: ход отправки появится здесь."
      action={
        <LinkButton to={paths.cards} variant="primary">
          К списку карточек
        </LinkButton>
      }
    />
  );
}
