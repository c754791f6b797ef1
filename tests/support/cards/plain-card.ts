import type { CardFacts } from '#server/bulk-edits/card-change.ts';

/** What a bulk edit knows of a card that is in no shop. */
export const PLAIN_CARD: CardFacts = {
  priceKopecks: 100_000,
  discount: 20,
  clubDiscount: 3,
  costPriceKopecks: 50_000,
  costs: [],
  placedCosts: [],
  floor: { floorKopecks: null, overCostBasisPoints: null },
  title: 'Кружка синяя, кружка большая',
  description: 'Синяя кружка. Не бьётся.',
  brand: 'Северика',
  lengthCm: 12,
  widthCm: 9,
  heightCm: 0,
  weightKg: 0.4,
  tags: [],
  wbTags: null,
  vendorCode: 'K-1',
  subjectName: 'Кружки',
  characteristics: [],
  definitions: [],
  inShops: [],
  shopNames: new Map(),
  costInShops: new Map(),
};
