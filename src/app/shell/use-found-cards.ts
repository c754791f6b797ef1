import { useCardSearch, type CardSearch } from '#parts/cards/use-card-search.ts';
import { allCardsCommand, cardCommand, type Command } from './palette-commands.ts';

export interface FoundCommands {
  commands: readonly Command[];
  /** They answer a text typed before: to look at, not to choose. */
  isEarlier: boolean;
  state: CardSearch['state'];
}

/** What the palette offers of the cards that the typed text finds. */
export function useFoundCards(typed: string): FoundCommands {
  const { search, found, state } = useCardSearch(typed);
  const commands = found ? found.results.map(cardCommand) : [];
  if (found && found.count > found.results.length) commands.push(allCardsCommand(search, found.count));
  return { commands, isEarlier: state === 'searching', state };
}
