import type { RowProfit } from '#contract/bulk-edit-profits.ts';
import type { EditedFacts } from '#contract/bulk-rows.ts';
import { discounted } from '#server/bulk-edits/priced.ts';
import type { Db } from '#server/db/database.ts';
import { groupBy } from './group-by.ts';
import { openEstimator } from './read-unit-economics.ts';

interface Reader {
  accountId: number;
  userId: number;
}

/** What a piece of each card brings in its shops, as it was and as the edit wants it: by the one engine of unit economics. */
export async function findRowProfits(
  db: Db,
  reader: Reader,
  editId: number,
  cardIds: readonly number[],
): Promise<RowProfit[]> {
  if (cardIds.length === 0) return [];
  const listed = await findListed(db, reader.accountId, editId, cardIds);
  const profits = new Map<number, RowProfit>();
  for (const { cardId, before, after } of listed) {
    const isWithoutCost = costOf(before) === null && costOf({ ...before, ...after }) === null;
    profits.set(cardId, { cardId, isWithoutCost, shops: [] });
  }
  const inShops = listed.flatMap((row) =>
    row.shopId === null || row.nmId === null ? [] : [{ ...row, shopId: row.shopId, nmId: row.nmId }],
  );
  for (const [shopId, rows] of groupBy(inShops, (row) => row.shopId)) {
    const estimate = await openEstimator(db, reader, shopId, rows);
    for (const row of rows) {
      const { cardId, nmId, subjectId, before, after } = row;
      const economicsAt = (facts: EditedFacts) => {
        const priceKopecks = priceIn(facts, row);
        if (priceKopecks <= 0) return null;
        const good = { nmId, subjectId, priceKopecks, costPriceKopecks: costOf(facts) };
        return estimate(good).economics;
      };
      const economics = economicsAt({
        ...before,
        ...after,
        ownPrices: [...(after.ownPrices ?? []), ...(before.ownPrices ?? [])],
      });
      profits.get(cardId)?.shops.push({
        shopId,
        before: economicsAt(before)?.profitKopecks ?? null,
        after: economics?.profitKopecks ?? null,
        ...(economics ? { economics } : {}),
      });
    }
  }
  return [...profits.values()];
}

function costOf({ costPriceKopecks = null }: EditedFacts): number | null {
  return costPriceKopecks;
}

/** With the discount; a shop's own price stands in the card's place. Of a shop that is named twice what comes first counts. */
function priceIn(
  { priceKopecks = 0, discount = 0, ownPrices = [] }: EditedFacts,
  {
    shopId,
    ownPriceKopecks,
    ownDiscount,
  }: { shopId: number; ownPriceKopecks: number | null; ownDiscount: number | null },
): number {
  const own = ownPrices.filter((one) => one.shopId === shopId);
  const edited = {
    price: own.find((one) => one.priceKopecks !== undefined)?.priceKopecks,
    discount: own.find((one) => one.discount !== undefined)?.discount,
  };
  const shopPrice = edited.price === undefined ? ownPriceKopecks : edited.price;
  const shopDiscount = edited.discount === undefined ? ownDiscount : edited.discount;
  return discounted(shopPrice ?? priceKopecks, shopDiscount ?? discount);
}

/** A line for each shop that has the card, one without a shop where none has it; what the edit is not about is as it is now. */
async function findListed(db: Db, accountId: number, editId: number, cardIds: readonly number[]) {
  const rows = await db
    .selectFrom('bulk_edit_rows')
    .innerJoin('cards', (join) =>
      join.onRef('cards.id', '=', 'bulk_edit_rows.card_id').on('cards.account_id', '=', accountId),
    )
    .leftJoin('shop_cards', (join) =>
      join
        .onRef('shop_cards.card_id', '=', 'cards.id')
        .on('shop_cards.account_id', '=', accountId)
        .on('shop_cards.nm_id', 'is not', null),
    )
    .select([
      'cards.id as cardId',
      'cards.subject_id as subjectId',
      'cards.price_kopecks as priceKopecks',
      'cards.discount',
      'cards.cost_price_kopecks as costPriceKopecks',
      'shop_cards.shop_id as shopId',
      'shop_cards.nm_id as nmId',
      'own_price_kopecks as ownPriceKopecks',
      'own_discount as ownDiscount',
      'before',
      'after',
    ])
    .where('bulk_edit_rows.account_id', '=', accountId)
    .where('edit_id', '=', editId)
    .where('bulk_edit_rows.card_id', 'in', [...cardIds])
    .orderBy('cards.id')
    .orderBy('shop_cards.shop_id')
    .execute();
  return rows.map(({ priceKopecks, discount, costPriceKopecks, before, ...row }) => ({
    ...row,
    before: { priceKopecks, discount, costPriceKopecks, ...before },
  }));
}
