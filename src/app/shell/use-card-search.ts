import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cardQueries } from '#api/cards.ts';
import { allCardsCommand, cardCommand, type Command } from './palette-commands.ts';

const SEARCH_DELAY_MS = 150;
const MIN_SEARCH_LENGTH = 2;
const MAX_CARDS = 8;

export interface CardSearch {
  commands: readonly Command[];
  /** They answer a text typed before: to look at, not to choose. */
  isEarlier: boolean;
  state: 'idle' | 'searching' | 'answered' | 'unanswered';
}

/** The cards that the typed text finds, asked for once typing pauses. */
export function useCardSearch(typed: string): CardSearch {
  const wanted = typed.trim();
  const search = useSettled(wanted);
  const isOn = search.length >= MIN_SEARCH_LENGTH;
  const found = cardQueries.list({ search, limit: String(MAX_CARDS), ordering: '-updated_at' });
  const { data, isPlaceholderData, isError, fetchStatus } = useQuery({
    ...found,
    // A failure is said in the palette itself.
    meta: { ...found.meta, isQuiet: true },
    enabled: isOn,
    placeholderData: keepPreviousData,
  });

  if (wanted.length < MIN_SEARCH_LENGTH) return { commands: [], isEarlier: false, state: 'idle' };
  const commands = isOn && data ? commandsOf(search, data) : [];
  const isAnswered = wanted === search && data !== undefined && !isPlaceholderData;
  if (isAnswered) return { commands, isEarlier: false, state: 'answered' };
  const isGivenUp = wanted === search && (isError || fetchStatus === 'paused');
  return isGivenUp
    ? { commands: [], isEarlier: false, state: 'unanswered' }
    : { commands, isEarlier: true, state: 'searching' };
}

function commandsOf(search: string, { results, count }: Found): Command[] {
  const commands = results.map(cardCommand);
  if (count > results.length) commands.push(allCardsCommand(search, count));
  return commands;
}

interface Found {
  results: Parameters<typeof cardCommand>[0][];
  count: number;
}

/** The text as it was when typing last paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
