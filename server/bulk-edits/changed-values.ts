import { foldForSearch } from '#contract/catalogue/search-words.ts';
import type { CharacteristicAction } from '#contract/bulk-rules.ts';

type Values = readonly string[];

/** What an action makes of several values, of which none stands twice: «Синий» and «синий» are one. */
export function changedValues(action: CharacteristicAction, old: Values, asked: Values): string[] {
  return ACTIONS[action](old, asked);
}

/** As they are written, and in their order. */
export function areSameValues(values: Values, others: Values): boolean {
  return values.length === others.length && values.every((value, at) => value === others[at]);
}

const ACTIONS: Record<CharacteristicAction, (old: Values, asked: Values) => string[]> = {
  SET: (_old, asked) => unique(asked),
  // What the card has stays as it is written there.
  ADD: (old, asked) => [...old, ...unique(asked).filter((value) => !includes(old, value))],
  REMOVE: (old, asked) => old.filter((value) => !includes(asked, value)),
  CLEAR: () => [],
};

function includes(values: Values, value: string): boolean {
  const folded = foldForSearch(value);
  return values.some((one) => foldForSearch(one) === folded);
}

function unique(values: Values): string[] {
  return values.filter((value, at) => !includes(values.slice(0, at), value));
}
