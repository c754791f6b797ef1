import { descriptionByRules } from './description-by-rules.ts';
import { spread } from './spread.ts';
import type { TextFacts } from './text-facts.ts';

/** Of variants that are the best first, so many for each shop are good enough to choose from. */
const CHOICE_PER_SHOP = 3;
/** A card of few facts has no more wordings than this however long one looks. */
const WORDINGS_LOOKED_AT = 500;

/**
 * A text for each shop, no two alike, and the same ones whenever it is asked again: which one is the shop's own number's doing.
 * A shop for which none is left has none.
 */
export function textsForShops(
  variants: readonly string[],
  shopIds: readonly number[],
): { shopId: number; text: string }[] {
  const shops = [...new Set(shopIds)].sort((one, other) => one - other);
  const good = variants.slice(0, shops.length * CHOICE_PER_SHOP);
  return shops.flatMap((shopId) => {
    const [text] = good.splice(spread(shopId) % Math.max(1, good.length), 1);
    return text === undefined ? [] : [{ shopId, text }];
  });
}

interface Asked {
  /** Worded for that shop; undefined: for the card itself. */
  shopId: number | undefined;
  /** All of the account's. */
  shopIds: readonly number[];
  /** What the same card says in other places. */
  otherTexts: readonly string[];
}

/**
 * A description by rules that no other place of the card has: neither a text that stands there, nor the one that another shop would
 * get. `isShared`: the card has too few facts for so many wordings, and this one is another's too.
 */
export function descriptionFor(
  facts: TextFacts,
  { shopId, shopIds, otherTexts }: Asked,
): { description: string; isShared: boolean } {
  const taken = new Set(otherTexts.map((text) => text.trim()));
  const [ofCard = '', ...others] = wordings(facts, 1 + taken.size + shopIds.length * CHOICE_PER_SHOP);
  const isFree = (text: string) => !taken.has(text);
  const found =
    shopId === undefined
      ? [ofCard, ...others].find(isFree)
      : textsForShops(others.filter(isFree), [...shopIds, shopId]).find((one) => one.shopId === shopId)?.text;
  return { description: found ?? ofCard, isShared: found === undefined };
}

/** Different ones, as many as there are up to so many; the first is the card's own. */
function wordings(facts: TextFacts, count: number): string[] {
  const found = new Set<string>();
  for (let index = 0; found.size < count && index < WORDINGS_LOOKED_AT; index += 1) {
    found.add(descriptionByRules(facts, spread(index)));
  }
  return [...found];
}
