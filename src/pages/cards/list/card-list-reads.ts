import { cardQueries } from '#api/cards.ts';
import { userQueries } from '#api/users.ts';
import { cardListQuery, parseCardListState, type CardListState } from './card-list-address.ts';

/** Rows asked for at once: two screens of a large monitor. */
export const PAGE_SIZE = 50;

/** What is asked of a page, whoever answers. */
export function pageQuery(state: CardListState, offset: number) {
  return cardListQuery(state, { limit: PAGE_SIZE, offset });
}

export function pageOf(state: CardListState, offset: number) {
  return cardQueries.list(pageQuery(state, offset));
}

/** The question that another state of the list begins with: asked before its page is drawn, it comes that much earlier. */
export function firstPageOf(state: CardListState) {
  return pageOf(state, 0);
}

/** What the page at this address asks for when it is drawn for the first time. */
export function readsOfCardList(searchParams: URLSearchParams) {
  const state = parseCardListState(searchParams);
  return [userQueries.me(), firstPageOf(state), cardQueries.counters(), cardQueries.facets()] as const;
}
