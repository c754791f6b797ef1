import type { Card, Seller } from './state.ts';

/** Cards that are not in the trash, in the order of creation. */
export function liveCards(seller: Seller): Card[] {
  return [...seller.cards.values()].filter((card) => card.trashedAtMs === null);
}

interface CardIndex {
  byVendorCode: Map<string, Card>;
  byChrtID: Map<number, Card>;
  bySku: Map<string, Card>;
}

const indexes = new WeakMap<Seller, CardIndex>();

/**
 * Adds a card or replaces it by a changed copy. The only way to change what a card is found by (article, sizes,
 * barcodes): the indexes follow.
 */
export function putCard(seller: Seller, card: Card): void {
  const index = indexOf(seller);
  const before = seller.cards.get(card.nmID);
  if (before) {
    if (index.byVendorCode.get(before.vendorCode) === before) index.byVendorCode.delete(before.vendorCode);
    for (const size of before.sizes) {
      index.byChrtID.delete(size.chrtID);
      for (const sku of size.skus) index.bySku.delete(sku);
    }
  }
  seller.cards.set(card.nmID, card);
  addToIndex(index, card);
  seller.version += 1;
}

export function findByVendorCode(seller: Seller, vendorCode: string): Card | undefined {
  return indexOf(seller).byVendorCode.get(vendorCode);
}

export function findByChrtID(seller: Seller, chrtID: number): Card | undefined {
  return indexOf(seller).byChrtID.get(chrtID);
}

export function findBySku(seller: Seller, sku: string): Card | undefined {
  return indexOf(seller).bySku.get(sku);
}

function indexOf(seller: Seller): CardIndex {
  const known = indexes.get(seller);
  if (known) return known;
  const index: CardIndex = { byVendorCode: new Map(), byChrtID: new Map(), bySku: new Map() };
  for (const card of seller.cards.values()) addToIndex(index, card);
  indexes.set(seller, index);
  return index;
}

function addToIndex(index: CardIndex, card: Card): void {
  index.byVendorCode.set(card.vendorCode, card);
  for (const size of card.sizes) {
    index.byChrtID.set(size.chrtID, card);
    for (const sku of size.skus) index.bySku.set(sku, card);
  }
}
