import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { cardQueries } from '#api/cards.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
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

/**
 * The cards that the typed text finds: from this device with each key, where it holds the whole list; else from the server, once
 * typing pauses.
 */
export function useCardSearch(typed: string): CardSearch {
  const wanted = typed.trim();
  const search = useSettled(wanted);
  const onDevice = useFoundOnDevice(wanted);
  const isOn = search.length >= MIN_SEARCH_LENGTH && !onDevice.isWhole;
  const found = cardQueries.list(queryOf(search));
  const { data, isPlaceholderData, isError, fetchStatus } = useQuery({
    ...found,
    // A failure is said in the palette itself.
    meta: { ...found.meta, isQuiet: true },
    enabled: isOn,
    placeholderData: keepPreviousData,
  });

  if (wanted.length < MIN_SEARCH_LENGTH) return { commands: [], isEarlier: false, state: 'idle' };
  if (onDevice.isWhole) {
    const isAnswered = onDevice.search === wanted;
    const commands = onDevice.found ? commandsOf(onDevice.search, onDevice.found) : [];
    return { commands, isEarlier: !isAnswered, state: isAnswered ? 'answered' : 'searching' };
  }
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

const queryOf = (search: string) => ({
  search,
  limit: String(MAX_CARDS),
  ordering: '-updated_at' as const,
});

/** What the replica of the list finds; nothing of it while it is not whole. */
function useFoundOnDevice(wanted: string): { isWhole: boolean; search: string; found: Found | undefined } {
  const { current } = useSyncExternalStore(catalogueStatus.subscribe, catalogueStatus.get);
  const [answered, setAnswered] = useState<{ search: string; found: Found | undefined }>({
    search: '',
    found: undefined,
  });
  const revision = current?.revision;
  useEffect(() => {
    const source = catalogueStatus.source();
    if (revision === undefined || !source || wanted.length < MIN_SEARCH_LENGTH) return undefined;
    let isWanted = true;
    source.query(queryOf(wanted)).then(
      (found) => (isWanted && found ? setAnswered({ search: wanted, found }) : undefined),
      // Its worker has ended, and the replica is no more: the server is asked.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [wanted, revision]);
  return { isWhole: current !== null, ...answered };
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
