import { sql } from 'kysely';
import type { GroupedCard } from '#contract/card-groups.ts';
import { titleInShop } from '#server/cards/title-in-shop.ts';
import type { Db } from '#server/db/database.ts';
import type { Member } from './plan.ts';

/** Every function here reads the cards of one account only. */

/** The characteristic «Цвет», the same for all subjects. */
const COLOR_ID = 14_177_449;

export type ShopMember = Member & GroupedCard;

/** The shops where the marketplace has some of the cards, the one with the most of them first. */
export async function findShopsOf(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<{ shopId: number; shopName: string; cardCount: number }[]> {
  const rows = await db
    .selectFrom('shop_cards')
    .innerJoin('shops', 'shops.id', 'shop_cards.shop_id')
    .select((eb) => [
      'shops.id as shopId',
      'shops.name as shopName',
      eb.fn.countAll<number>().as('cardCount'),
    ])
    .where('shop_cards.account_id', '=', accountId)
    .where('card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .where('nm_id', 'is not', null)
    .groupBy('shops.id')
    .execute();
  return rows.toSorted((one, other) => other.cardCount - one.cardCount || one.shopId - other.shopId);
}

/** Those of the cards whose group in the shop is known, with everybody else who is in it. */
export async function findMembers(
  db: Db,
  accountId: number,
  shopId: number,
  cardIds: readonly number[],
): Promise<ShopMember[]> {
  const rows = await db
    .selectFrom('shop_cards')
    .innerJoin('cards', (join) =>
      join
        .onRef('cards.id', '=', 'shop_cards.card_id')
        .onRef('cards.account_id', '=', 'shop_cards.account_id'),
    )
    .select([
      'cards.id as cardId',
      'shop_cards.nm_id as nmId',
      'shop_cards.imt_id as imtId',
      'shop_cards.vendor_code as vendorCode',
      'cards.subject_id as subjectId',
      titleInShop(sql`shop_cards.shop_id`).as('title'),
      'cards.cover as photo',
      sql<
        string[] | null
      >`jsonb_path_query_first(cards.characteristics, ${`$[*] ? (@.id == ${COLOR_ID}).values`}::jsonpath)`.as(
        'colours',
      ),
    ])
    .where('shop_cards.account_id', '=', accountId)
    .where('shop_cards.shop_id', '=', shopId)
    .where('shop_cards.nm_id', 'is not', null)
    .where('shop_cards.imt_id', 'in', (eb) =>
      eb
        .selectFrom('shop_cards as chosen')
        .select('chosen.imt_id')
        .where('chosen.account_id', '=', accountId)
        .where('chosen.shop_id', '=', shopId)
        .where('chosen.nm_id', 'is not', null)
        .where('chosen.card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`),
    )
    .orderBy('shop_cards.nm_id')
    .execute();
  return rows.flatMap(({ nmId, imtId, colours, ...row }) =>
    // Both were asked for; the table's types do not know it.
    nmId === null || imtId === null ? [] : [{ ...row, nmId, imtId, colour: colours?.join(', ') ?? '' }],
  );
}
