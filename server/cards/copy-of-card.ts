import type { Card, CardContent } from '#contract/cards.ts';
import type { Named } from './free-names.ts';

/**
 * All of the card under another name. A barcode belongs to one thing. A title of one shop alone would stand in the place of the copy's
 * own there, and be the card's once more; a description of one shop alone goes along as the card's own does.
 */
export function copyOfCard(card: Card, named: Named): CardContent {
  return {
    ...card,
    ...named,
    shopTexts: (card.shopTexts ?? [])
      .filter(({ description }) => description !== '')
      .map((texts) => ({ ...texts, title: '' })),
    sizes: card.sizes.map((size) => ({ ...size, skus: [] })),
  };
}
