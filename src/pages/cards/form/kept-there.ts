import type { Card, CharacteristicValue } from '#contract/cards.ts';
import type { ShopCard } from '#contract/shop-cards.ts';

/** What the marketplace has a card under, and no edit of ours changes there. */
export interface KeptThere {
  cardId: number;
  subject: { id: number; name: string };
  /** Of the card as it is saved: it may have gone to another one before anybody said that it cannot. */
  savedSubjectId: number;
  /** Of that subject: with it the card gets back what it had. */
  characteristics: CharacteristicValue[];
  /** Each once. */
  vendorCodes: readonly string[];
}

/** Undefined: no shop has the card. While its shops are not read, it keeps what it says here. */
export function keptThere(card: Card, inShops: readonly ShopCard[] = []): KeptThere | undefined {
  if (card.nmId === null) return undefined;
  const there = inShops.filter(({ nmId }) => nmId !== null);
  const subjects = there.flatMap(({ subject }) => subject ?? []);
  const [other] = subjects.every(({ id }) => id !== card.subjectId) ? subjects : [];
  return {
    cardId: card.id,
    subject: other ?? { id: card.subjectId, name: card.subjectName },
    savedSubjectId: card.subjectId,
    characteristics: other ? [] : card.characteristics,
    vendorCodes: [...new Set(there.map(({ vendorCode }) => vendorCode))],
  };
}
