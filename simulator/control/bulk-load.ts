import * as z from 'zod/mini';
import { createCard } from '#simulator/state/card-queue.ts';
import { findByVendorCode } from '#simulator/state/card-index.ts';
import type { Simulator } from '#simulator/gateway/gateway.ts';
import type { Card, Seller } from '#simulator/state/state.ts';

export const CardRow = z.object({
  vendorCode: z.string().check(z.minLength(1)),
  title: z.string(),
  description: z._default(z.string(), ''),
  brand: z._default(z.string(), ''),
  subjectID: z.int(),
  /** Cards with an equal group are joined under one imtID. */
  group: z.optional(z.string()),
  kizMarked: z._default(z.boolean(), false),
  dimensions: z._default(
    z.object({ length: z.int(), width: z.int(), height: z.int(), weightBrutto: z.number() }),
    { length: 0, width: 0, height: 0, weightBrutto: 0 },
  ),
  characteristics: z._default(z.array(z.object({ id: z.int(), value: z.unknown() })), []),
  sizes: z._default(
    z.array(
      z.object({
        techSize: z._default(z.string(), ''),
        wbSize: z._default(z.string(), ''),
        skus: z._default(z.array(z.string()), []),
      }),
    ),
    [],
  ),
  photos: z._default(z.array(z.string()), []),
  price: z._default(z.int(), 0),
  discount: z._default(z.int(), 0),
  clubDiscount: z._default(z.int(), 0),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
});

/** Loads cards as if they had been there for long. A card whose article is known is left as it is. */
export function loadCards(simulator: Simulator, seller: Seller, rows: z.infer<typeof CardRow>[]): Card[] {
  const groups = new Map<string, number>();
  const loaded = rows.map((row) => {
    const known = findByVendorCode(seller, row.vendorCode);
    if (known) return known;
    const createdMs = readInstant(row.createdAt) ?? simulator.now();
    const card = createCard(
      simulator,
      seller,
      {
        subjectID: row.subjectID,
        vendorCode: row.vendorCode,
        brand: row.brand,
        title: row.title,
        description: row.description,
        kizMarked: row.kizMarked,
        wholesale: null,
        dimensions: row.dimensions,
        characteristics: row.characteristics.map(({ id, value }) => ({ id, value })),
        sizes: row.sizes.map((size) => ({ ...size, chrtID: 0, price: row.price })),
      },
      { imtID: row.group === undefined ? 0 : (groups.get(row.group) ?? 0), atMs: createdMs, isSynced: true },
    );
    if (row.group !== undefined) groups.set(row.group, card.imtID);
    for (const size of card.sizes) size.price = row.price;
    card.discount = row.discount;
    card.clubDiscount = row.clubDiscount;
    card.photos = row.photos;
    card.priceHistory =
      row.price > 0 ? [{ fromMs: createdMs, price: row.price, discount: row.discount }] : [];
    card.updatedAtMs = Math.max(createdMs, readInstant(row.updatedAt) ?? createdMs);
    return card;
  });
  seller.version += 1;
  // Room for as many again: a big demo must not begin with an exhausted quota.
  seller.freeLimits = Math.max(seller.freeLimits, seller.cards.size * 2);
  return loaded;
}

function readInstant(text: string | undefined): number | undefined {
  const instant = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
}

/** The numbers that the marketplace has given to a card. */
export function numbersOf(card: Card) {
  return {
    vendorCode: card.vendorCode,
    nmID: card.nmID,
    imtID: card.imtID,
    sizes: card.sizes.map(({ chrtID, techSize, skus }) => ({ chrtID, techSize, skus })),
  };
}
