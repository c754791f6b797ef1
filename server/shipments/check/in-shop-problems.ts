import { sql } from 'kysely';
import { isQuarantined } from '#contract/card-rules.ts';
import type { CardProblem } from '#contract/card-sending.ts';
import type { CardContent } from '#contract/cards.ts';
import type { Db } from '#server/db/database.ts';

/** What would go wrong because of what the shops have. */

type ComparedCard = Pick<CardContent, 'photos' | 'video' | 'priceKopecks' | 'discount'> & { id: number };

interface InShop {
  card_id: number;
  shop_id: number;
  nm_id: number | null;
  price_kopecks: number | null;
  discount: number | null;
  own_price_kopecks: number | null;
  own_discount: number | null;
  has_video: boolean;
  /** Which of ours the shop was given last. */
  sent_video: string | null;
}

/** What the shops have of the cards. */
export async function findInShops(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  shopIds: readonly number[],
): Promise<InShop[]> {
  return await db
    .selectFrom('shop_cards')
    .select(['card_id', 'shop_id', 'nm_id', 'price_kopecks', 'discount', 'own_price_kopecks', 'own_discount'])
    .select(['has_video', sql<string | null>`sent ->> 'video'`.as('sent_video')])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', sql<number>`any(${[...shopIds]}::bigint[])`)
    .where('card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .execute();
}

export function priceProblems(cards: readonly ComparedCard[], inShops: readonly InShop[]): CardProblem[] {
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  return inShops.flatMap((row) => {
    const card = cardOf.get(row.card_id);
    if (!card || row.price_kopecks === null) return [];
    const old = { priceKopecks: row.price_kopecks, discount: row.discount ?? 0 };
    const next = {
      priceKopecks: row.own_price_kopecks ?? card.priceKopecks,
      discount: row.own_discount ?? card.discount,
    };
    if (!isQuarantined(old, next)) return [];
    return [
      {
        cardId: card.id,
        shopId: row.shop_id,
        kind: 'warning' as const,
        field: 'priceKopecks',
        detail: 'Новая цена — треть нынешней или меньше: товар попадёт в карантин цен',
      },
    ];
  });
}

/** A list of photos replaces all media of a card, and a video that was put there by somebody else cannot be put back. */
export function videoProblems(cards: readonly ComparedCard[], inShops: readonly InShop[]): CardProblem[] {
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  return inShops.flatMap((row) => {
    const card = cardOf.get(row.card_id);
    if (!card || !row.has_video || (row.sent_video ?? '') !== '') return [];
    // Without photos nothing is replaced; one that is put in its place is meant to be.
    if (card.photos.length === 0 || (card.video ?? '') !== '') return [];
    return [
      {
        cardId: card.id,
        shopId: row.shop_id,
        kind: 'warning' as const,
        field: 'video',
        detail:
          'У карточки на Wildberries есть видео, которого нет здесь: отправка фото может его убрать. Загрузите видео в карточку или отправьте без фото',
      },
    ];
  });
}
