import type { ApplicationKind } from '#contract/promotion-applications.ts';
import type { Promotion } from '#contract/promotions.ts';

/** Cards of a promotion that are chosen to join it, or to leave it, by the promotion's id in each shop. */
export interface ChosenCards {
  kind: ApplicationKind;
  byPromotion: ReadonlyMap<number, ReadonlySet<number>>;
}

export const NOTHING_CHOSEN: ChosenCards = { kind: 'JOIN', byPromotion: new Map() };

const NONE: ReadonlySet<number> = new Set();

export function chosenIn({ byPromotion }: ChosenCards, { id }: Promotion): ReadonlySet<number> {
  return byPromotion.get(id) ?? NONE;
}

export function withChosen(chosen: ChosenCards, { id }: Promotion, nmIds: ReadonlySet<number>): ChosenCards {
  const byPromotion = new Map(chosen.byPromotion);
  if (nmIds.size === 0) byPromotion.delete(id);
  else byPromotion.set(id, nmIds);
  return { ...chosen, byPromotion };
}

export function countChosen({ byPromotion }: ChosenCards): { cards: number; shops: number } {
  const sizes = [...byPromotion.values()].map(({ size }) => size);
  return { cards: sizes.reduce((sum, size) => sum + size, 0), shops: sizes.length };
}
