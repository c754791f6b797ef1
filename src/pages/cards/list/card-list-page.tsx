import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { firstScreen } from '#api/first-screen.ts';
import { userQueries } from '#api/users.ts';
import { isServerOrdering, type CardOrdering } from '#contract/card-list.ts';
import { cardStates } from '#contract/card-states.ts';
import { pluralForm } from '#contract/plurals.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { paths } from '#lib/paths.ts';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { LoadProblem } from '#parts/load-problem.tsx';
import { useScannedCode } from '#parts/cards/use-scanned-code.ts';
import { useOutboxContent } from '#offline/outbox/use-outbox.ts';
import { loadQuietly } from '#lib/load-quietly.ts';
import { useScrollMemory } from '#parts/use-scroll-memory.ts';
import { TableEditButton } from '#pages/cards/bulk/table-edit-button.tsx';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { CardFilters, loadFilterChoices, type ChangeList } from './card-filters.tsx';
import {
  cardListSearchParams,
  hasFilters,
  matchingFilter,
  withoutFilters,
  type CardListState,
} from './card-list-address.ts';
import { chosenCount, NOTHING_CHOSEN, type ChosenCards } from './card-selection.ts';
import { cardStateLabels, unsentLook } from './card-state.ts';
import { firstPageOf } from './card-list-reads.ts';
import { CardTable } from './card-table.tsx';
import { ListSearch, type ListSearchHandle } from './list-search.tsx';
import { LookMenu } from './look-menu.tsx';
import { useCardListLook } from './use-card-list-look.ts';
import { useCardWindow } from './use-card-window.ts';
import { useCounters } from './use-counters.ts';
import { askDevice, useGoToList } from './use-go-to-list.ts';
import { useOpenOnlyCard } from './use-open-only-card.ts';

/** Of no use before something is chosen: it comes after the first screen. */
const loadSelectionBar = () => import('./selection-bar.tsx');
const SelectionBar = lazy(async () => ({ default: (await loadSelectionBar()).SelectionBar }));

// What stands here on some days only.
/** Said when the server is gone: they have to be here by then. */
const loadCutOffNotice = () => import('./cut-off-notice.tsx');
const CutOffNotice = lazy(async () => ({ default: (await loadCutOffNotice()).CutOffNotice }));
const loadUnansweredSearch = () => import('./unanswered-search.tsx');
const UnansweredSearch = lazy(async () => ({ default: (await loadUnansweredSearch()).UnansweredSearch }));
const EmptyCardList = lazy(async () => ({ default: (await import('./empty-card-list.tsx')).EmptyCardList }));
const WaitingCards = lazy(async () => ({ default: (await import('./waiting-cards.tsx')).WaitingCards }));

const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;

export function CardListPage() {
  const queryClient = useQueryClient();
  useEffect(() => {
    firstScreen(queryClient)
      .then(() => loadQuietly(loadSelectionBar))
      .then(() => loadQuietly(loadFilterChoices))
      .then(() => loadQuietly(loadCutOffNotice))
      .then(() => loadQuietly(loadUnansweredSearch))
      // Asked for again when it is needed.
      .catch(() => undefined);
  }, [queryClient]);
  const [, setSearchParams] = useSearchParams();
  const { state, latest, isSaid, goTo } = useGoToList();
  const { look, addressOf, choose } = useCardListLook(state);
  const change: ChangeList = (changed) => {
    const now = latest();
    const wanted = { ...now, ...(typeof changed === 'function' ? changed(now) : changed) };
    goTo(wanted, addressOf(wanted), { replace: true });
  };
  const orderBy = (ordering: CardOrdering) => change({ ordering });
  /** Where a tab leads, and how a press goes there. */
  const tab = (tabState: CardListState['state'], changes: CardListState['changes'] = null) => {
    const at = (list: CardListState) => ({ ...list, state: tabState, changes });
    return {
      to: { search: addressOf(at(state)).toString() },
      onPointerEnter: () => void askDevice(at(state)),
      onFollow: () => {
        const wanted = at(latest());
        goTo(wanted, addressOf(wanted), { preventScrollReset: true });
      },
    };
  };
  const cardWindow = useCardWindow(state);
  const search = useRef<ListSearchHandle>(null);
  const openOnlyCard = useOpenOnlyCard(cardWindow, isSaid);
  const findOne = (wanted: CardListState) => {
    search.current?.settle(wanted.search);
    change(wanted);
    openOnlyCard(cardListSearchParams(wanted).toString());
  };
  // Of all cards, whatever the list shows: who scans holds the thing in his hand.
  useScannedCode((code) =>
    findOne({ ...withoutFilters(latest()), state: null, changes: null, search: code }),
  );

  const { data: profile } = useQuery(userQueries.me());
  const shops = useMemo(() => new Map(profile?.shops.map((shop) => [shop.id, shop])), [profile]);
  const counters = useCounters();
  const { count, firstPage } = cardWindow;
  const hasWaiting = useOutboxContent().records.some(
    ({ entity, kind }) => entity === 'card' && kind === 'create',
  );
  const isNarrowed = hasFilters(state) || isServerOrdering(state.ordering);
  const isEmpty = !cardWindow.isStuck && cardWindow.shownCount === 0;
  const [chosen, setChosen] = useChoice(JSON.stringify(matchingFilter(state)));
  useScrollMemory(count !== undefined);

  return (
    <>
      <PageHeader
        title="Список карточек"
        note={counters ? formatInteger(counters.all) : null}
        subtitle={<DataAgeNote query={firstPage} />}
        actions={
          <>
            {/* On a phone it begins the line, and its text stands where that of the lines above does. */}
            <LinkButton to={paths.cardHistory} variant="ghost" icon="clock" className="max-md:-ml-3.5">
              История
            </LinkButton>
            <TableEditButton />
            <LinkButton to={paths.cardCreate} variant="primary">
              Создать карточку
            </LinkButton>
          </>
        }
      />
      <Tabs
        label="Состояние карточек"
        className="my-4"
        items={[
          {
            key: 'all',
            label: 'Все',
            count: counters?.all,
            isCurrent: state.state === null && state.changes === null,
            ...tab(null),
          },
          {
            key: 'UNSENT',
            label: unsentLook.tab,
            count: counters?.UNSENT,
            isCurrent: state.changes === 'unsent',
            ...tab(null, 'unsent'),
          },
          ...cardStates.map((one) => ({
            key: one,
            label: cardStateLabels[one].tab,
            count: counters?.[one],
            tone: one === 'HAS_ERRORS' && counters && counters.HAS_ERRORS > 0 ? ('red' as const) : undefined,
            isCurrent: state.state === one && state.changes === null,
            ...tab(one),
          })),
        ]}
      />
      <div className="mb-4 flex flex-wrap items-center gap-2" data-print="hide">
        <ListSearch
          value={state.search}
          onChange={(text) => {
            if (!cardWindow.isFromReplica)
              void queryClient.prefetchQuery(firstPageOf({ ...state, search: text }));
            change({ search: text });
          }}
          onEnter={(text) => findOne({ ...latest(), search: text })}
          window={cardWindow}
          handleRef={search}
        />
        <CardFilters state={state} onChange={change} shops={profile?.shops ?? []} />
        {hasFilters(state) ? (
          <Button variant="ghost" size="sm" onClick={() => change(withoutFilters)}>
            Сбросить фильтры
          </Button>
        ) : null}
        {hasFilters(state) ? (
          <output className="ml-auto text-sm text-muted">
            {cardWindow.isPrevious ? 'Ищем…' : foundText(count)}
          </output>
        ) : null}
        <LookMenu
          state={state}
          look={look}
          onChange={choose}
          onOrderingChange={orderBy}
          onApply={(shown) => {
            search.current?.settle(shown.state.search);
            setSearchParams(addressOf(shown.state, shown.look));
          }}
          className={hasFilters(state) ? '' : 'ml-auto'}
        />
      </div>
      {hasWaiting ? (
        <Suspense fallback={null}>
          <WaitingCards />
        </Suspense>
      ) : null}
      {cardWindow.isStuck && isNarrowed ? (
        <Suspense fallback={null}>
          <UnansweredSearch
            ordering={state.ordering}
            onOrderingChange={orderBy}
            error={firstPage.error}
            onRetry={cardWindow.retry}
          />
        </Suspense>
      ) : null}
      {cardWindow.isStuck && !isNarrowed ? (
        <LoadProblem error={firstPage.error} onRetry={cardWindow.retry} />
      ) : null}
      {isEmpty ? (
        <Suspense fallback={null}>
          <EmptyCardList
            state={state}
            onReset={() => change(withoutFilters)}
            onSearch={(text) => {
              search.current?.settle(text);
              change({ search: text });
            }}
            archive={tab('ARCHIVED').to}
          />
        </Suspense>
      ) : null}
      {cardWindow.isStuck || isEmpty ? null : (
        <CardTable
          window={cardWindow}
          look={look}
          ordering={state.ordering}
          onOrderingChange={orderBy}
          onOrderingAhead={(ordering) => void askDevice({ ...state, ordering })}
          chosen={chosen}
          onChoose={setChosen}
          shops={shops}
        />
      )}
      {cardWindow.isCutOff && count ? (
        <Suspense fallback={null}>
          <CutOffNotice onRetry={cardWindow.retry} />
        </Suspense>
      ) : null}
      {chosenCount(chosen) > 0 ? (
        <Suspense fallback={null}>
          <SelectionBar chosen={chosen} onChoose={setChosen} state={state} matching={count} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The choice made in a list, in whichever order. In another one (a tab, a filter, a search, Back) nothing is chosen: it would be unseen. */
function useChoice(filter: string): [ChosenCards, (chosen: ChosenCards) => void] {
  const [choice, setChoice] = useState({ filter, chosen: NOTHING_CHOSEN });
  // Drawn again at once, before anybody has seen it.
  if (choice.filter !== filter) setChoice({ filter, chosen: NOTHING_CHOSEN });
  return [choice.chosen, (chosen) => setChoice({ filter, chosen })];
}

function foundText(count: number | undefined): string {
  if (count === undefined) return '';
  return `${pluralForm(count, ['Найдена', 'Найдено', 'Найдено'])} ${countOf(count, CARD_FORMS)}`;
}
