import { cardColumnIds, rowDensities, type CardColumnId, type RowDensity } from '#contract/card-list.ts';

/** How the list is drawn, whatever it shows: it stands in the address beside the question, so that a link says all. */
export interface CardListLook {
  density: RowDensity;
  /** From left to right, after the card itself. */
  columns: readonly CardColumnId[];
}

export const USUAL_LOOK: CardListLook = {
  density: 'usual',
  columns: ['subject', 'price', 'discount', 'stock', 'shops', 'state', 'updated'],
};

/** Goes with the session, as all that is the user's: a saved view is what lasts. */
export const KEPT_KEY = 'prilavok-card-list-look';

/** What the address says of the look; null when it says nothing. */
export function parseLook(params: URLSearchParams): CardListLook | null {
  const density = params.get('density');
  const columns = params.get('columns');
  if (density === null && columns === null) return null;
  const named = columns?.split('.');
  return {
    density: rowDensities.find((one) => one === density) ?? USUAL_LOOK.density,
    columns: named
      ? [...new Set(named)].flatMap((name) => cardColumnIds.find((id) => id === name) ?? [])
      : USUAL_LOOK.columns,
  };
}

/** Writes the look whole. */
export function writeLook(params: URLSearchParams, { density, columns }: CardListLook): URLSearchParams {
  params.set('density', density);
  params.set('columns', columns.join('.'));
  return params;
}

export function isSameLook(one: CardListLook, other: CardListLook): boolean {
  return one.density === other.density && one.columns.join() === other.columns.join();
}

/** What this person chose last on this device. */
export function readKeptLook(): CardListLook {
  try {
    return parseLook(new URLSearchParams(localStorage.getItem(KEPT_KEY) ?? '')) ?? USUAL_LOOK;
  } catch {
    return USUAL_LOOK;
  }
}
