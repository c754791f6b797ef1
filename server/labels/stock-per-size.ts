import { sql } from 'kysely';
import type { CardSize } from '#contract/cards.ts';
import type { Db } from '#server/db/database.ts';
import type { ShopCardSize } from '#server/db/schema.ts';

/** How many of a card's size there are: by the place of the size in the card. */
export type StockOfSizes = (card: { id: number; sizes: readonly CardSize[] }) => number[];

/**
 * What there is of each size in the warehouses of all shops, or of one, by our copy of the stocks. A shop knows a size by a
 * barcode; where it has none of the card's, by the size's name.
 */
export async function readStockPerSize(
  db: Db,
  accountId: number,
  { cardIds, shopId }: { cardIds: readonly number[]; shopId: number | null },
): Promise<StockOfSizes> {
  const rows = await db
    .selectFrom('stocks')
    .innerJoin('shop_cards', (join) =>
      join
        .onRef('shop_cards.id', '=', 'stocks.shop_card_id')
        .onRef('shop_cards.account_id', '=', 'stocks.account_id'),
    )
    .select((eb) => [
      'shop_cards.card_id',
      'shop_cards.sizes',
      'stocks.chrt_id',
      eb.fn.sum<number>('stocks.amount').as('amount'),
    ])
    .where('stocks.account_id', '=', accountId)
    .where('shop_cards.card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .$if(shopId !== null, (query) => query.where('shop_cards.shop_id', '=', shopId))
    .groupBy(['shop_cards.id', 'stocks.chrt_id'])
    .execute();
  const byCard = new Map<number, typeof rows>();
  for (const row of rows) byCard.set(row.card_id, [...(byCard.get(row.card_id) ?? []), row]);
  return ({ id, sizes }) => {
    const amounts = sizes.map(() => 0);
    for (const { sizes: shopSizes, chrt_id, amount } of byCard.get(id) ?? []) {
      const place = placeOf(
        shopSizes.find(({ chrtId }) => chrtId === chrt_id),
        sizes,
      );
      if (place !== -1) amounts[place] = (amounts[place] ?? 0) + amount;
    }
    return amounts;
  };
}

function placeOf(shopSize: ShopCardSize | undefined, sizes: readonly CardSize[]): number {
  if (!shopSize) return -1;
  const byBarcode = sizes.findIndex(({ skus }) => skus.some((sku) => shopSize.skus.includes(sku)));
  return byBarcode === -1 ? sizes.findIndex((size) => nameOf(size) === nameOf(shopSize)) : byBarcode;
}

/** The marketplace calls the size of goods without sizes «0». */
function nameOf({ techSize }: { techSize: string }): string {
  return techSize === '0' ? '' : techSize;
}
