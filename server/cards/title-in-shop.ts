import { sql, type RawBuilder } from 'kysely';

/** Of `cards` in a query. {@link shopId} names the shop, or the column that says which it is: the card may have a title of its own there. */
export const titleInShop = (shopId: RawBuilder<unknown>) =>
  sql<string>`coalesce(text_in_shop(cards.shop_texts, ${shopId}, 'title'), cards.title)`;
