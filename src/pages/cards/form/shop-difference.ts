import type { CardContent } from '#contract/cards.ts';
import type { ShopCard } from '#contract/shop-cards.ts';
import { isSameJson } from '#offline/outbox/three-way-merge.ts';
import { finalPriceKopecks } from './final-price.ts';
import { textsIn } from './shop-texts.ts';

/** One thing that the next shipment would change in a shop; both null where only that it differs is known. */
export interface ShopDifference {
  field: string;
  inShop: string | number | null;
  here: string | number | null;
}

type Shown = 'title' | 'brand' | 'priceKopecks' | 'discount' | 'clubDiscount';
type ShownFacts = Record<Shown, string | number | null>;
const SHOWN: readonly Shown[] = ['title', 'brand', 'priceKopecks', 'discount', 'clubDiscount'];
/** Too long to be kept of what was sent: of these the server knows that they differ. */
const LONG = ['description', 'dimensions', 'characteristics', 'sizes', 'photos', 'video'] as const;

/**
 * What a shop has against what it would get from the form as it stands on the screen, saved or not. `saved` is the card that the
 * server compared with the shop. Of a shop that does not have the card, or where it is on its way, nothing is said.
 */
export function shopDifference(shop: ShopCard, saved: CardContent, onScreen: CardContent): ShopDifference[] {
  if (shop.nmId === null || shop.state === 'PENDING') return [];
  const unsent = new Map((shop.unsentChanges ?? []).map((change) => [change.field, change]));
  const savedHere = shownIn(shop, saved);
  const here = shownIn(shop, onScreen);
  const inShop = Object.fromEntries(
    SHOWN.map((field) => {
      const told = unsent.get(field);
      return [field, told ? told.inShop : (priceThere(shop, field) ?? savedHere[field])];
    }),
  ) as ShownFacts;
  const shown = SHOWN.filter((field) => inShop[field] !== here[field]).map((field) => ({
    field,
    inShop: inShop[field],
    here: here[field],
  }));
  const long = LONG.filter(
    (field) => unsent.has(field) || !isSameJson(longIn(shop, saved, field), longIn(shop, onScreen, field)),
  );
  const isKnown = (field: string) => [...SHOWN, ...LONG].some((one) => one === field);
  const unknown = [...unsent.keys()].filter((field) => !isKnown(field));
  return [
    ...finalPrice(inShop, here),
    ...shown,
    ...[...long, ...unknown].map((field) => ({ field, inShop: null, here: null })),
  ];
}

function shownIn(shop: ShopCard, card: CardContent) {
  return {
    title: textsIn(card, shop.shopId).title || card.title,
    brand: card.brand,
    priceKopecks: shop.ownPriceKopecks ?? card.priceKopecks,
    discount: shop.ownDiscount ?? card.discount,
    clubDiscount: card.clubDiscount,
  };
}

function longIn(shop: ShopCard, card: CardContent, field: (typeof LONG)[number]): unknown {
  return field === 'description' ? textsIn(card, shop.shopId).description || card.description : card[field];
}

/** What was read at the marketplace is truer than what was given. */
function priceThere(shop: ShopCard, field: Shown): number | null {
  if (field === 'priceKopecks') return shop.priceKopecks;
  return field === 'discount' ? shop.discount : null;
}

/** What a buyer pays is what a seller thinks in: it comes first. */
function finalPrice(inShop: ShownFacts, here: ShownFacts): ShopDifference[] {
  const priceOf = ({ priceKopecks, discount }: ShownFacts) =>
    priceKopecks === null ? null : finalPriceKopecks(Number(priceKopecks), Number(discount));
  const [was, is] = [priceOf(inShop), priceOf(here)];
  return was === is ? [] : [{ field: 'finalPriceKopecks', inShop: was, here: is }];
}
