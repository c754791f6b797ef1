import { searchQuery, useCardSearch, type CardSearch } from '#parts/cards/use-card-search.ts';
import { useSearchSuggestion } from '#parts/cards/use-search-suggestion.ts';
import {
  allCardsCommand,
  cardCommand,
  searchCommand,
  type Command,
  type SearchCommand,
} from './palette-commands.ts';

export interface FoundCommands {
  commands: readonly (Command | SearchCommand)[];
  /** They answer a text typed before: to look at, not to choose. */
  isEarlier: boolean;
  state: CardSearch['state'];
}

/** What the palette offers of the cards that the typed text finds. */
export function useFoundCards(typed: string): FoundCommands {
  const { search, found, state } = useCardSearch(typed);
  const isInVain = state === 'answered' && found?.count === 0;
  const suggestion = useSearchSuggestion(isInVain ? searchQuery(search, false) : null);
  const commands: (Command | SearchCommand)[] = found ? found.results.map(cardCommand) : [];
  if (suggestion !== undefined) commands.push(searchCommand(suggestion));
  if (found && found.count > found.results.length) commands.push(allCardsCommand(search, found.count));
  return { commands, isEarlier: state === 'searching', state };
}
