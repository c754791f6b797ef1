import type { CardSelection } from '#contract/cards.ts';
import { matchingSelection, type CardListState } from './card-list-address.ts';

/** Chosen cards: by id, by hand; or all that match the filter, as many as there are. */
export type ChosenCards = { kind: 'ids'; ids: ReadonlySet<number> } | { kind: 'all'; count: number };

export const NOTHING_CHOSEN: ChosenCards = { kind: 'ids', ids: new Set() };

export function chosenCount(chosen: ChosenCards): number {
  return chosen.kind === 'all' ? chosen.count : chosen.ids.size;
}

export function isChosen(chosen: ChosenCards, id: number): boolean {
  return chosen.kind === 'all' || chosen.ids.has(id);
}

/** Taking one card out of «all» falls back to what is on the screen: the rest is not known by id. */
export function toggleCard(chosen: ChosenCards, id: number, visibleIds: readonly number[]): ChosenCards {
  const ids = new Set(chosen.kind === 'all' ? visibleIds : chosen.ids);
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'ids', ids };
}

export function addCards(chosen: ChosenCards, added: readonly number[]): ChosenCards {
  if (chosen.kind === 'all') return chosen;
  return { kind: 'ids', ids: new Set([...chosen.ids, ...added]) };
}

/** What bulk calls take. */
export function toSelection(chosen: ChosenCards, state: CardListState): CardSelection {
  return chosen.kind === 'all' ? matchingSelection(state) : { ids: [...chosen.ids] };
}
