import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { cardQueries, useArchiveCards } from '#api/cards.ts';
import { userQueries } from '#api/users.ts';
import { cardStates } from '#contract/cards.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf, plural } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/online-only.ts';
import { DataAgeNote } from '#pages/data-age-note.tsx';
import { LoadProblem } from '#pages/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { BarButton, BarSeparator, FloatingBar } from '#ui/floating-bar.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { showToast } from '#ui/toast-store.ts';
import { CardFilters } from './card-filters.tsx';
import {
  cardListSearchParams,
  hasFilters,
  parseCardListState,
  withoutFilters,
  type CardListState,
} from './card-list-address.ts';
import { chosenCount, NOTHING_CHOSEN, toSelection, type ChosenCards } from './card-selection.ts';
import { cardStateLabels } from './card-state.ts';
import { CardTable } from './card-table.tsx';
import { NoCardsYet } from './no-cards-yet.tsx';
import { useCardWindow } from './use-card-window.ts';
import { WaitingCards } from './waiting-cards.tsx';
import { useDebouncedText } from '#pages/use-debounced-text.ts';

const SendCardsDialog = lazy(() =>
  import('./send-cards-dialog.tsx').then((module) => ({ default: module.SendCardsDialog })),
);

/** One question for a burst of keys, and rows before the eye has moved to them. */
const SEARCH_DELAY_MS = 60;
const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;

export function CardListPage() {
  const [searchParams, setSearchParams] = useSearchParams();
  const state = useMemo(() => parseCardListState(searchParams), [searchParams]);
  const [chosen, setChosen] = useState<ChosenCards>(NOTHING_CHOSEN);
  const change = (changed: Partial<CardListState>) => {
    setChosen(NOTHING_CHOSEN);
    setSearchParams(cardListSearchParams({ ...state, ...changed }), { replace: true });
  };
  const [search, setSearch] = useDebouncedText(
    state.search,
    (text) => change({ search: text }),
    SEARCH_DELAY_MS,
  );

  const { data: profile } = useQuery(userQueries.me());
  const shops = useMemo(() => new Map(profile?.shops.map((shop) => [shop.id, shop])), [profile]);
  const { data: counters } = useQuery(cardQueries.counters());
  const cardWindow = useCardWindow(state);
  const { count, firstPage } = cardWindow;

  return (
    <>
      <PageHeader
        title="Список карточек"
        note={counters ? formatInteger(counters.all) : null}
        subtitle={<DataAgeNote query={firstPage} />}
        actions={
          <LinkButton to="/home/cards/create" variant="primary">
            Создать карточку
          </LinkButton>
        }
      />
      <Tabs
        label="Состояние карточек"
        className="mt-4"
        items={[
          {
            key: 'all',
            label: 'Все',
            count: counters?.all,
            isCurrent: state.state === null,
            to: tabAddress(state, null),
          },
          ...cardStates.map((one) => ({
            key: one,
            label: cardStateLabels[one].tab,
            count: counters?.[one],
            tone: one === 'HAS_ERRORS' && counters && counters.HAS_ERRORS > 0 ? ('red' as const) : undefined,
            isCurrent: state.state === one,
            to: tabAddress(state, one),
          })),
        ]}
      />
      <div className="my-4 flex flex-wrap items-center gap-2" data-print="hide">
        <SearchInput
          label="Поиск карточек"
          placeholder="Название, артикул, nmId или баркод"
          value={search}
          onChange={setSearch}
          hasKeyHint
          className="w-full md:w-85"
        />
        <CardFilters state={state} onChange={change} shops={profile?.shops ?? []} />
        {hasFilters(state) ? (
          <Button variant="ghost" size="sm" onClick={() => change(withoutFilters(state))}>
            Сбросить фильтры
          </Button>
        ) : null}
        {count !== undefined && hasFilters(state) ? (
          <output className="ml-auto text-sm text-muted">
            {plural(count, ['Найдена', 'Найдено', 'Найдено'])} {countOf(count, CARD_FORMS)}
          </output>
        ) : null}
      </div>
      <WaitingCards />
      {firstPage.data === undefined && !cardWindow.isPrevious && isStuck(firstPage) ? (
        <LoadProblem error={firstPage.error} onRetry={cardWindow.retry} />
      ) : count === 0 ? (
        <EmptyList state={state} onReset={() => change(withoutFilters(state))} />
      ) : (
        <CardTable
          window={cardWindow}
          ordering={state.ordering}
          onOrderingChange={(ordering) => change({ ordering })}
          chosen={chosen}
          onChoose={setChosen}
          shops={shops}
        />
      )}
      {chosenCount(chosen) > 0 ? (
        <SelectionBar chosen={chosen} onChoose={setChosen} state={state} matching={count ?? 0} />
      ) : null}
    </>
  );
}

function tabAddress(state: CardListState, tab: CardListState['state']): { search: string } {
  return { search: cardListSearchParams({ ...state, state: tab }).toString() };
}

/** Nothing to show and nothing on its way: failed, or paused for want of a connection. */
function isStuck(query: { error: unknown; fetchStatus: string }): boolean {
  return query.fetchStatus === 'paused' || (query.error !== null && query.fetchStatus === 'idle');
}

function EmptyList({ state, onReset }: { state: CardListState; onReset: () => void }) {
  if (hasFilters(state)) {
    return (
      <EmptyState
        icon="search"
        title="Ничего не найдено"
        text="Ни одна карточка не подходит под эти условия."
        action={<Button onClick={onReset}>Сбросить фильтры</Button>}
      />
    );
  }
  if (state.state !== null) {
    return <EmptyState icon="table" title="Здесь пусто" text="Карточек в этом состоянии сейчас нет." />;
  }
  return <NoCardsYet />;
}

interface SelectionBarProps {
  chosen: ChosenCards;
  onChoose: (chosen: ChosenCards) => void;
  state: CardListState;
  matching: number;
}

function SelectionBar({ chosen, onChoose, state, matching }: SelectionBarProps) {
  const [isSending, setSending] = useState(false);
  const onlineOnly = useOnlineOnly();
  const archive = useArchiveCards();
  const count = chosenCount(chosen);
  const isArchive = state.state === 'ARCHIVED';

  const moveToArchive = () =>
    archive.mutate(
      { selection: toSelection(chosen, state), isArchived: !isArchive },
      {
        onSuccess: ({ ids }) => {
          onChoose(NOTHING_CHOSEN);
          showToast({
            type: 'success',
            text: isArchive
              ? `Возвращено из архива: ${countOf(ids.length, CARD_FORMS)}`
              : `В архиве: ${countOf(ids.length, CARD_FORMS)}`,
            action: {
              label: 'Вернуть',
              onClick: () => archive.mutate({ selection: { ids }, isArchived: isArchive }),
            },
          });
        },
      },
    );

  return (
    <>
      <FloatingBar summary={`Выбрано ${formatInteger(count)}`} onClose={() => onChoose(NOTHING_CHOSEN)}>
        {isArchive ? null : (
          <BarButton
            isPrimary
            onClick={() => setSending(true)}
            disabledReason={onlineOnly('Отправка доступна только при связи')}
          >
            Отправить в магазины
          </BarButton>
        )}
        {chosen.kind === 'ids' && count < matching ? (
          <BarButton onClick={() => onChoose({ kind: 'all', count: matching })}>
            Выбрать все {formatInteger(matching)}
          </BarButton>
        ) : null}
        <BarSeparator />
        <BarButton onClick={moveToArchive} disabledReason={onlineOnly('Архив доступен только при связи')}>
          {isArchive ? 'Вернуть из архива' : 'В архив'}
        </BarButton>
      </FloatingBar>
      {isSending ? (
        <Suspense fallback={null}>
          <SendCardsDialog
            selection={toSelection(chosen, state)}
            cardCount={count}
            onClose={() => setSending(false)}
            onSent={() => {
              setSending(false);
              onChoose(NOTHING_CHOSEN);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
