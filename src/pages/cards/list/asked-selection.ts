import { MAX_NAMED_CARDS, type CardSelection } from '#contract/card-operations.ts';
import { matchingFilter, type CardListState } from './card-list-address.ts';
import { chosenCount, type ChosenCards } from './card-selection.ts';

/** Why the choice cannot be acted on as a whole: a call names no more cards one by one. */
export function tooManyNamed(chosen: ChosenCards): string | null {
  const named = chosen.kind === 'all' ? chosen.except : chosen.ids;
  return named.size > MAX_NAMED_CARDS
    ? 'По одной — не больше 10\u00a0000 карточек: выберите все и сузьте фильтр'
    : null;
}

/** What bulk calls take, with the number that is on the screen: the server refuses when it comes to another. */
export function toSelection(chosen: ChosenCards, state: CardListState): CardSelection {
  const expectedCount = chosenCount(chosen);
  if (chosen.kind === 'ids') return { ids: [...chosen.ids], expectedCount };
  return { filter: matchingFilter(state), except: [...chosen.except], expectedCount };
}
