/** Chosen cards: by id, by hand; or all that match the filter, as many as were seen, less those that were unticked. */
export type ChosenCards =
  { kind: 'ids'; ids: ReadonlySet<number> } | { kind: 'all'; matching: number; except: ReadonlySet<number> };

export const NOTHING_CHOSEN: ChosenCards = { kind: 'ids', ids: new Set() };

export function allMatching(matching: number): ChosenCards {
  return { kind: 'all', matching, except: new Set() };
}

export function chosenCount(chosen: ChosenCards): number {
  return chosen.kind === 'all' ? chosen.matching - chosen.except.size : chosen.ids.size;
}

export function isChosen(chosen: ChosenCards, id: number): boolean {
  return chosen.kind === 'all' ? !chosen.except.has(id) : chosen.ids.has(id);
}

/** Chooses the given cards, or takes them out of the choice. */
export function setCards(chosen: ChosenCards, ids: readonly number[], isOn: boolean): ChosenCards {
  const isNaming = chosen.kind === 'all' ? !isOn : isOn;
  const named = new Set(chosen.kind === 'all' ? chosen.except : chosen.ids);
  for (const id of ids) {
    if (isNaming) named.add(id);
    else named.delete(id);
  }
  return chosen.kind === 'all' ? { ...chosen, except: named } : { kind: 'ids', ids: named };
}
