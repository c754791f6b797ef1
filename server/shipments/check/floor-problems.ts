import type { CardProblem } from '#contract/card-sending.ts';
import { findLowestPrices } from '#server/cards/lowest-prices.ts';
import type { Db } from '#server/db/database.ts';
import { roubles } from '#server/text/roubles.ts';

interface PricedCard {
  id: number;
  priceKopecks: number;
  discount: number;
}
interface OwnPriced {
  card_id: number;
  shop_id: number;
  own_price_kopecks: number | null;
  own_discount: number | null;
}

/** Prices below a card's floor: the shipment does not send them. */
export async function floorProblems(
  db: Db,
  accountId: number,
  cards: readonly PricedCard[],
  shopIds: readonly number[],
  inShops: readonly OwnPriced[],
): Promise<CardProblem[]> {
  const lowest = await findLowestPrices(
    db,
    accountId,
    cards.map(({ id }) => id),
  );
  return cards.flatMap((card) => {
    const floor = lowest.get(card.id);
    if (floor === undefined || card.priceKopecks === 0) return [];
    return shopIds.flatMap((shopId): CardProblem[] => {
      const own = inShops.find((row) => row.card_id === card.id && row.shop_id === shopId);
      const price = own?.own_price_kopecks ?? card.priceKopecks;
      const final = Math.floor((price * (100 - (own?.own_discount ?? card.discount))) / 100);
      if (final >= floor) return [];
      const detail = `Цена ${roubles(final)} ниже минимальной ${roubles(floor)}: она не будет отправлена`;
      return [{ cardId: card.id, shopId, kind: 'error', field: 'priceKopecks', detail }];
    });
  });
}
