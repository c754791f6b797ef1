import type { EditedFacts } from '#contract/bulk-rows.ts';
import { pickFacts } from './pick-facts.ts';

/** From one state of a card to another. */
export interface FactsStep {
  before: EditedFacts;
  after: EditedFacts;
}

/**
 * A step in pieces that may be taken without each other: what two people may change apart. A subject and the characteristics of its
 * row are one: without it, the card would have some that its subject does not know.
 */
export function piecesOf({ before, after }: FactsStep): FactsStep[] {
  const { subject, characteristics = [], ownPrices = [], costs = [], ...single } = after;
  const ofFields = (fields: readonly string[]): FactsStep => ({
    before: pickFacts(before, fields),
    after: pickFacts(after, fields),
  });
  return [
    ...Object.keys(single).map((field) => ofFields([field])),
    ...(subject ? [ofFields(['subject', 'characteristics'])] : []),
    ...(subject ? [] : characteristics).map((one) => ({
      before: { characteristics: before.characteristics?.filter(({ id }) => id === one.id) },
      after: { characteristics: [one] },
    })),
    ...ownPrices.flatMap(({ shopId, ...own }) =>
      Object.keys(own).map((field) => ({
        before: { ownPrices: ofShop(before, shopId, field) },
        after: { ownPrices: ofShop(after, shopId, field) },
      })),
    ),
    // Of the same places, in the same order.
    ...costs.map((cost, at) => ({
      before: { costs: before.costs?.slice(at, at + 1) },
      after: { costs: [cost] },
    })),
  ];
}

function ofShop({ ownPrices = [] }: EditedFacts, shopId: number, field: string) {
  return ownPrices
    .filter((own) => own.shopId === shopId)
    .map((own) => ({ shopId, ...pickFacts(own, [field]) }));
}

/** One step of several. */
export function joined(pieces: readonly FactsStep[]): FactsStep {
  return {
    before: joinedFacts(pieces.map(({ before }) => before)),
    after: joinedFacts(pieces.map(({ after }) => after)),
  };
}

function joinedFacts(pieces: readonly EditedFacts[]): EditedFacts {
  const characteristics = pieces.flatMap((facts) => facts.characteristics ?? []);
  const ownPrices = pieces.flatMap((facts) => facts.ownPrices ?? []);
  const costs = pieces.flatMap((facts) => facts.costs ?? []);
  return {
    ...Object.assign({}, ...pieces),
    ...(characteristics.length > 0 && { characteristics }),
    ...(ownPrices.length > 0 && { ownPrices: joinedByShop(ownPrices) }),
    ...(costs.length > 0 && { costs }),
  };
}

function joinedByShop(all: NonNullable<EditedFacts['ownPrices']>) {
  const byShop = new Map(all.map(({ shopId }) => [shopId, { shopId }]));
  for (const own of all) byShop.set(own.shopId, { ...byShop.get(own.shopId), ...own });
  return [...byShop.values()];
}
