import { keptOwnPricesSchema, type CardChange } from '#contract/card-history.ts';
import type { OwnPrice } from '#contract/shop-cards.ts';
import { inQuotes } from '#lib/text.ts';
import { ownKopecksText, ownPercentText } from '#pages/cards/form/own-price-text.ts';

/** What one change did to one shop's own price or discount. */
export interface OwnPriceLine {
  key: string;
  label: string;
  before: string;
  after: string;
  shopId: number;
  /** What the shop would have of its own again. */
  old: Partial<OwnPrice>;
}

/** The price and the discount go back apart: the other one may have changed since. */
export function ownPriceLines(
  { before, after }: CardChange,
  shopNames: ReadonlyMap<number, string>,
): OwnPriceLine[] {
  const was = keptOwnPricesSchema.safeParse(before['ownPrices']);
  const is = keptOwnPricesSchema.safeParse(after['ownPrices']);
  if (!was.success || !is.success) return [];
  return is.data.flatMap((now) => {
    const { shopId } = now;
    const old = was.data.find((one) => one.shopId === shopId);
    if (!old) return [];
    const shop = inQuotes(shopNames.get(shopId) ?? `Магазин ${shopId}`);
    const lines: OwnPriceLine[] = [];
    if (old.priceKopecks !== undefined && now.priceKopecks !== undefined) {
      lines.push({
        key: `ownPrices.${shopId}.price`,
        label: `Своя цена для ${shop}`,
        before: ownKopecksText(old.priceKopecks),
        after: ownKopecksText(now.priceKopecks),
        shopId,
        old: { ownPriceKopecks: old.priceKopecks },
      });
    }
    if (old.discount !== undefined && now.discount !== undefined) {
      lines.push({
        key: `ownPrices.${shopId}.discount`,
        label: `Своя скидка для ${shop}`,
        before: ownPercentText(old.discount),
        after: ownPercentText(now.discount),
        shopId,
        old: { ownDiscount: old.discount },
      });
    }
    return lines;
  });
}
