import type { EditedFacts, OwnPriceFacts } from '#contract/bulk-rows.ts';
import { pickFacts } from './pick-facts.ts';

interface FactsOfRow {
  before: EditedFacts;
  after: EditedFacts;
}

/** The way back: only what the edit has changed, and only where it still is as the edit left it. */
export function reversed({ before, after }: FactsOfRow): FactsOfRow {
  const { ownPrices, ...single } = pickFacts(before, Object.keys(after));
  if (!after.ownPrices) return { before: after, after: single };
  return {
    before: after,
    after: { ...single, ownPrices: after.ownPrices.map((changed) => oldOf(changed, ownPrices ?? [])) },
  };
}

/** Of one shop, the fields that were changed in it. */
function oldOf(changed: OwnPriceFacts, before: readonly OwnPriceFacts[]): OwnPriceFacts {
  const { shopId } = changed;
  const old = before.find((one) => one.shopId === shopId);
  return { shopId, ...pickFacts(old ?? { shopId }, Object.keys(changed)) };
}
