import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { To } from 'react-router-dom';
import { listCardsEndpoint } from '#contract/card-list.ts';
import { formatInteger } from '#lib/numbers.ts';
import { useSearchSuggestion } from '#parts/cards/use-search-suggestion.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { cardListSearchParams, hasFilters, type CardListState } from './card-list-address.ts';
import { firstPageOf, pageQuery } from './card-list-reads.ts';
import { NoCardsYet } from './no-cards-yet.tsx';
import { useReplicaPages } from './use-replica-pages.ts';

interface EmptyCardListProps {
  state: CardListState;
  onReset: () => void;
  onSearch: (search: string) => void;
  /** Where the same is looked for in the archive. */
  archive: To;
}

/** Stands in place of the rows when the answer has none: what to do depends on what was asked. */
export function EmptyCardList(props: EmptyCardListProps) {
  const { state } = props;
  if (hasFilters(state)) return <NothingFound {...props} />;
  if (state.changes !== null) {
    return (
      <EmptyState
        icon="table"
        title="Всё отправлено"
        text="Карточек, которые изменены и не отправлены в магазины, сейчас нет."
      />
    );
  }
  if (state.state !== null) {
    return <EmptyState icon="table" title="Здесь пусто" text="Карточек в этом состоянии сейчас нет." />;
  }
  return <NoCardsYet />;
}

const FIRST_PAGE = [0];

/** The list leaves the archive out; what is looked for, a scanned code most of all, may be there. */
function NothingFound({ state, onReset, onSearch, archive }: EmptyCardListProps) {
  const suggestion = useSearchSuggestion(pageQuery(state, 0));
  const archived = useMemo(() => ({ ...state, state: 'ARCHIVED' as const, changes: null }), [state]);
  const { data } = useQuery({
    ...firstPageOf(archived),
    enabled: state.state === null,
    meta: { schema: listCardsEndpoint.response, isQuiet: true },
  });
  const { pages } = useReplicaPages(archived, cardListSearchParams(archived).toString(), FIRST_PAGE);
  const count = data?.count ?? pages.get(0)?.count ?? 0;
  const reset = <Button onClick={onReset}>Сбросить фильтры</Button>;
  if (state.state === null && count > 0) {
    return (
      <EmptyState
        icon="archive"
        title="Нашлось только в архиве"
        text="Среди остальных карточек подходящих нет."
        action={
          <>
            <LinkButton to={archive} variant="primary">
              В архиве: {formatInteger(count)}
            </LinkButton>
            {reset}
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="search"
      title="Ничего не найдено"
      text={whyNothing(state.search, suggestion)}
      action={
        suggestion === undefined ? (
          reset
        ) : (
          <>
            <Button variant="primary" onClick={() => onSearch(suggestion)}>
              Искать «{suggestion}»
            </Button>
            {reset}
          </>
        )
      }
    />
  );
}

function whyNothing(search: string, suggestion: string | undefined): string {
  if (suggestion === undefined) return 'Ни одна карточка не подходит под эти условия.';
  return suggestion.split(' ').length < search.trim().split(/\s+/).length
    ? 'Карточек со всеми этими словами нет.'
    : 'Таких слов в карточках нет. Возможно, опечатка.';
}
