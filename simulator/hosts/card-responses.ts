import { characteristicName, subjectNameOf } from '#simulator/reference/directory.ts';
import type { Card, Seller } from '#simulator/state/state.ts';
import { liveCards } from '#simulator/state/card-index.ts';

/** A card as the lists of the content host show it. */
export function cardResponse(seller: Seller, card: Card) {
  return {
    nmID: card.nmID,
    imtID: card.imtID,
    nmUUID: card.nmUUID,
    subjectID: card.subjectID,
    subjectName: subjectNameOf(card.subjectID),
    vendorCode: card.vendorCode,
    brand: card.brand,
    title: card.title,
    description: card.description,
    needKiz: false,
    ...commonResponse(card),
    tags: seller.tags.filter((tag) => card.tagIDs.includes(tag.id)),
    createdAt: new Date(card.createdAtMs).toISOString(),
    updatedAt: new Date(card.updatedAtMs).toISOString(),
  };
}

export function trashedCardResponse(card: Card) {
  return {
    nmID: card.nmID,
    vendorCode: card.vendorCode,
    subjectID: card.subjectID,
    subjectName: subjectNameOf(card.subjectID),
    ...commonResponse(card),
    createdAt: new Date(card.createdAtMs).toISOString(),
    trashedAt: new Date(card.trashedAtMs ?? 0).toISOString(),
  };
}

function commonResponse(card: Card) {
  return {
    kizMarked: card.kizMarked,
    // The real site makes five sizes of each picture; the stand-in shows the original under all five names.
    ...(card.photos.length > 0
      ? {
          photos: card.photos.map((url) => ({
            big: url,
            c246x328: url,
            c516x688: url,
            square: url,
            tm: url,
          })),
        }
      : {}),
    ...(card.video === '' ? {} : { video: card.video }),
    ...(card.wholesale ? { wholesale: card.wholesale } : {}),
    dimensions: { ...card.dimensions, isValid: hasDimensions(card) },
    characteristics: card.characteristics.map(({ id, value }) => ({
      id,
      name: characteristicName(id),
      value,
    })),
    sizes: card.sizes.map(({ chrtID, techSize, wbSize, skus }) => ({ chrtID, techSize, wbSize, skus })),
  };
}

function hasDimensions({ dimensions }: Card): boolean {
  return (
    dimensions.length > 0 && dimensions.width > 0 && dimensions.height > 0 && dimensions.weightBrutto > 0
  );
}

interface Sorted {
  version: number;
  live: Card[];
}

const sortedLists = new WeakMap<Seller, Sorted>();

/** Live cards by (updatedAt, nmID) ascending: sorted once per change, because a full reading asks a hundred times. */
export function cardsByUpdate(seller: Seller): Card[] {
  const known = sortedLists.get(seller);
  if (known?.version === seller.version) return known.live;
  const live = liveCards(seller).sort(
    (one, other) => one.updatedAtMs - other.updatedAtMs || one.nmID - other.nmID,
  );
  sortedLists.set(seller, { version: seller.version, live });
  return live;
}

export function trashByTime(seller: Seller): Card[] {
  return [...seller.cards.values()]
    .filter((card) => card.trashedAtMs !== null)
    .sort((one, other) => (one.trashedAtMs ?? 0) - (other.trashedAtMs ?? 0) || one.nmID - other.nmID);
}

/** By article (a part of it is enough), nmID or barcode. */
export function matchesText(card: Card, text: string): boolean {
  return (
    card.vendorCode.toLowerCase().includes(text.toLowerCase()) ||
    String(card.nmID) === text ||
    card.sizes.some((size) => size.skus.includes(text))
  );
}

/** The cards that follow the cursor in the asked direction. */
export function pageAfter(
  sorted: readonly Card[],
  timeOf: (card: Card) => number,
  cursor: { isAscending: boolean; limit: number; afterMs: number | undefined; afterNmID: number },
): Card[] {
  const ordered = cursor.isAscending ? sorted : sorted.toReversed();
  const { afterMs } = cursor;
  if (afterMs === undefined) return ordered.slice(0, cursor.limit);
  const sign = cursor.isAscending ? 1 : -1;
  const first = ordered.findIndex((card) => {
    const difference = timeOf(card) - afterMs || card.nmID - cursor.afterNmID;
    return difference * sign > 0;
  });
  return first === -1 ? [] : ordered.slice(first, first + cursor.limit);
}
