import type { EditedFacts } from '#contract/bulk-rows.ts';
import { roubles } from '#server/text/roubles.ts';
import type { CardFacts } from './card-change.ts';
import type { FactsStep } from './fact-pieces.ts';
import { heldByFloor } from './held-by-floor.ts';
import { discounted } from './priced.ts';
import { warningsOf } from './warnings.ts';

/** What is paid with the discount is made of two facts, which may go back without each other. */

/** Whose price and discount these facts are: a shop's, or the card's (null); undefined: of neither. */
export function pricedPlace({ priceKopecks, discount, ownPrices }: EditedFacts): number | null | undefined {
  if (priceKopecks !== undefined || discount !== undefined) return null;
  return ownPrices?.[0]?.shopId;
}

/**
 * Why this half of a price does not go back to the other, which somebody has changed: it would make one that nobody has looked at
 * and that a look would refuse or warn of. null: it may.
 */
export function mixProblem(
  card: CardFacts,
  { before, after }: FactsStep,
  lowestKopecks: number | undefined,
): string | null {
  const asLooked = { ...before, priceKopecks: card.priceKopecks };
  const change = { before: asLooked, after, refusal: null };
  const { refusal } = heldByFloor(card, change, lowestKopecks);
  if (refusal !== null) return `${WITH_OTHERS} ${refusal.charAt(0).toLowerCase()}${refusal.slice(1)}`;
  const warnings = warningsOf(card, change);
  if (warnings.includes('LOSS')) return `${WITH_OTHERS} вышло бы ниже себестоимости`;
  return warnings.includes('QUARANTINE') ? `${WITH_OTHERS} цена попала бы в карантин` : null;
}

const WITH_OTHERS = 'с тем, что изменили позже,';

/** What it comes to, for whoever has not looked at it. */
export function mixRemark(card: CardFacts, { after }: FactsStep, shopName: (id: number) => string): string {
  const { priceKopecks = card.priceKopecks, discount = card.discount, ownPrices } = after;
  const own = ownPrices?.[0];
  if (!own) return `Цена со скидкой теперь ${roubles(discounted(priceKopecks, discount))}`;
  const shop = card.inShops.find((one) => one.shop_id === own.shopId);
  const kopecks = own.priceKopecks === undefined ? shop?.own_price_kopecks : own.priceKopecks;
  const percent = own.discount === undefined ? shop?.own_discount : own.discount;
  const price = discounted(kopecks ?? priceKopecks, percent ?? discount);
  return `Цена со скидкой в «${shopName(own.shopId)}» теперь ${roubles(price)}`;
}
