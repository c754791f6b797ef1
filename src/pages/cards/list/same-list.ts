import { cardListSearchParams } from './card-list-address.ts';
import { writeLook } from './card-list-look.ts';
import type { ShownList } from './view-state.ts';

/** The whole address of a list: whoever opens it sees the same, whatever he has chosen on his device. */
export function wholeAddress({ state, look }: ShownList): string {
  return writeLook(cardListSearchParams(state), look).toString();
}

export function isSameList(one: ShownList, other: ShownList): boolean {
  return wholeAddress(one) === wholeAddress(other);
}
