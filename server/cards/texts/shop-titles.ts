/** Of variants that are the fullest first, so many for each shop are good enough to choose from. */
const CHOICE_PER_SHOP = 3;

/**
 * A title for each shop, no two alike, and the same ones whenever it is asked again: which one is the shop's own number's doing.
 * A shop for which none is left has none.
 */
export function titlesForShops(
  variants: readonly string[],
  shopIds: readonly number[],
): { shopId: number; title: string }[] {
  const shops = [...new Set(shopIds)].sort((one, other) => one - other);
  const good = variants.slice(0, shops.length * CHOICE_PER_SHOP);
  return shops.flatMap((shopId) => {
    const [title] = good.splice(spread(shopId) % Math.max(1, good.length), 1);
    return title === undefined ? [] : [{ shopId, title }];
  });
}

/** Numbers that follow each other far apart (Knuth's multiplicative hash). */
export function spread(number: number): number {
  return Math.imul(number, 2_654_435_761) >>> 0;
}
