import type { CharacteristicValue } from '#contract/cards.ts';

/** What the marketplace wants of cards in one group beyond their subject: it refuses them after all, or does not show them as variants. */

export interface ComparedCard {
  vendorCode: string;
  characteristics: readonly CharacteristicValue[];
}

export interface RequiredCharacteristic {
  id: number;
  name: string;
}

/** Of one group, in words: what is required and not filled, and cards that nothing tells apart. */
export function groupWarnings(
  cards: readonly ComparedCard[],
  required: readonly RequiredCharacteristic[],
): string[] {
  const unfilled = cards.flatMap(({ vendorCode, characteristics }) => {
    const filled = new Set(characteristics.filter(hasValue).map(({ id }) => id));
    const missing = required.filter(({ id }) => !filled.has(id)).map(({ name }) => name);
    return missing.length === 0 ? [] : [`${vendorCode}: не заполнено обязательное — ${missing.join(', ')}`];
  });
  const alike = alikeCards(cards).map(
    (codes) => `${codes.join(', ')}: не отличаются ни одной характеристикой`,
  );
  return [...unfilled, ...alike];
}

/** Vendor codes of cards with the same characteristics; whatever the order and the case of the values. */
function alikeCards(cards: readonly ComparedCard[]): string[][] {
  const byFacts = new Map<string, string[]>();
  for (const { vendorCode, characteristics } of cards) {
    const facts = characteristics
      .filter(hasValue)
      .map(
        ({ id, values }) =>
          `${id}:${values
            .map((value) => value.trim().toLowerCase())
            .toSorted()
            .join('|')}`,
      )
      .toSorted()
      .join(' ');
    byFacts.set(facts, [...(byFacts.get(facts) ?? []), vendorCode]);
  }
  return [...byFacts.values()].filter((codes) => codes.length > 1);
}

function hasValue({ values }: CharacteristicValue): boolean {
  return values.some((value) => value.trim() !== '');
}
