import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { hasFilters, type CardListState } from './card-list-address.ts';
import { NoCardsYet } from './no-cards-yet.tsx';

/** Stands in place of the rows when the answer has none: what to do depends on what was asked. */
export function EmptyCardList({ state, onReset }: { state: CardListState; onReset: () => void }) {
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
