import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { matchingSuggestions, type SuggestionGroup } from './suggestions.ts';

interface SuggestionsOptions {
  groups: readonly SuggestionGroup[];
  /** What is looked for. */
  text: string;
  taken?: readonly string[];
  onChoose: (value: string) => void;
}

/** The list below a field that one types into: what it shows, which option the arrows are at, whether it is open. */
export interface Suggestions {
  listId: string;
  shown: SuggestionGroup[];
  isOpen: boolean;
  active: number;
  open: () => void;
  close: () => void;
  choose: (value: string) => void;
  /** True when the key was one of the list's. */
  takeKey: (event: KeyboardEvent) => boolean;
  /** For the field itself. */
  attributes: {
    role: 'combobox';
    'aria-autocomplete': 'list';
    'aria-expanded': boolean;
    'aria-controls': string | undefined;
    'aria-activedescendant': string | undefined;
  };
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

export function useSuggestions({ groups, text, taken, onChoose }: SuggestionsOptions): Suggestions {
  const listId = useId();
  const [isAsked, setAsked] = useState(false);
  const [active, setActive] = useState(-1);
  const [lastText, setLastText] = useState(text);
  if (text !== lastText) {
    setLastText(text);
    setActive(-1);
  }
  const shown = isAsked ? matchingSuggestions(groups, text, taken) : [];
  const options = shown.flatMap((group) => group.options);
  const isOpen = options.length > 0;

  useEffect(() => {
    if (active >= 0) document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  const choose = (value: string) => {
    setActive(-1);
    onChoose(value);
  };
  const takeKey = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAsked(true);
      if (isOpen)
        setActive(active < 0 && step < 0 ? options.length - 1 : nextOf(active, step, options.length));
      return true;
    }
    const chosen = options[active];
    if (event.key !== 'Enter' || !chosen) return false;
    event.preventDefault();
    choose(chosen.value);
    return true;
  };
  return {
    listId,
    shown,
    isOpen,
    active,
    open: () => setAsked(true),
    close: () => {
      setAsked(false);
      setActive(-1);
    },
    choose,
    takeKey,
    attributes: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': options[active] ? optionId(listId, active) : undefined,
    },
  };
}

function nextOf(active: number, step: number, count: number): number {
  return (active + step + count) % count;
}
