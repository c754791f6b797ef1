import type { EndpointQuery } from '#contract/endpoint.ts';
import type {
  listProfitCardsEndpoint,
  ProfitCard,
  ProfitCurvePoint,
  ProfitGroupSums,
} from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import type { CardColumns } from './card-columns.ts';
import { findCardNames, findCardsByText } from './card-names.ts';
import type { Period } from './moscow-days.ts';
import { isUnreportedShop } from './preliminary-shops.ts';
import { cardKey, reckonCards, type ReckonCards, type ReckonedCards } from './reckon-cards.ts';
import type { ShopCoverage } from './repository.ts';
import { requestedPeriod } from './requested-period.ts';
import { requestedShops } from './requested-shops.ts';

type Query = EndpointQuery<typeof listProfitCardsEndpoint>;

/** A page of cards with their profit; all of them together are the totals of `readProfit`. */
export async function readProfitCards(
  db: Db,
  { accountId }: { accountId: number },
  query: Query,
  reckon: ReckonCards = reckonCards,
): Promise<{ count: number; results: ProfitCard[]; groups: ProfitGroupSums[]; curve: ProfitCurvePoint[] }> {
  const period = requestedPeriod(query);
  const shops = await requestedShops(db, accountId, query.shop);
  const reckoned = await reckon(db, accountId, { shops, period, basis: query.basis });
  const withShopRows = query.shopRows === true;
  const { groups, curve, groupAt } = reckoned.groupsOf({ withShopRows });
  const wanted = inOrder(query.ordering, reckoned, shops, period).filter(
    (at) =>
      (withShopRows || !reckoned.columns.isShopRow(at)) &&
      (query.group === undefined || groupAt(at) === query.group),
  );
  const found = await matching(reckoned.columns, wanted, query.search, (text) =>
    findCardsByText(
      db,
      accountId,
      text,
      shops.map((shop) => shop.shopId),
    ),
  );
  const page = found.slice(query.offset, query.offset + query.limit);
  return { count: found.length, groups, curve, results: await withNames(db, accountId, reckoned, page) };
}

/**
 * The margin of a shop's cards is not told while costs of its last days are not known: such cards stand last either way, as those without
 * any margin do. Which shops these are is asked anew: the report's last day may be one that nothing of the period is of.
 */
function inOrder(
  ordering: Query['ordering'],
  reckoned: ReckonedCards,
  shops: readonly ShopCoverage[],
  { to }: Period,
): number[] {
  const order = [...reckoned.inOrder(ordering)];
  if (ordering !== 'margin' && ordering !== '-margin') return order;
  const notTold = new Set(
    shops.flatMap((shop) => (isUnreportedShop(shop, to, reckoned.soldUnreported) ? shop.shopId : [])),
  );
  if (notTold.size === 0) return order;
  const isTold = (at: number) => !notTold.has(reckoned.columns.placeOf(at).shopId);
  const others = order.filter((at) => !isTold(at)).sort((one, other) => one - other);
  return [...order.filter(isTold), ...others];
}

async function withNames(
  db: Db,
  accountId: number,
  { columns, costMissing }: ReckonedCards,
  page: readonly number[],
): Promise<ProfitCard[]> {
  const places = page.map((at) => columns.placeOf(at));
  const named = new Map((await findCardNames(db, accountId, places)).map((card) => [cardKey(card), card]));
  return page.map((at) => {
    const { shopId, nmId, vendorCode } = columns.placeOf(at);
    const totals = columns.totalsOf(at);
    const key = cardKey({ shopId, nmId });
    const card = named.get(key);
    return {
      nmId,
      cardId: card?.cardId ?? null,
      shopId,
      vendorCode: card?.vendorCode ?? vendorCode,
      title: card?.title ?? '',
      // Of what was not sold, the cost of today is all there is to say.
      hasCostPrice: totals.buyouts > 0 ? !costMissing.has(key) : (card?.hasCostPrice ?? nmId === 0),
      totals,
    };
  });
}

async function matching(
  columns: CardColumns,
  wanted: readonly number[],
  search: string | undefined,
  find: (text: string) => Promise<{ shopId: number; nmId: number }[]>,
): Promise<readonly number[]> {
  const text = search?.trim().toLowerCase() ?? '';
  if (text === '') return wanted;
  const known = new Set((await find(text)).map(cardKey));
  // Goods that are in the report but not among our cards can be found by what the report says of them.
  return wanted.filter((at) => {
    const card = columns.placeOf(at);
    return (
      !columns.isShopRow(at) &&
      (known.has(cardKey(card)) || card.vendorCode.toLowerCase().includes(text) || String(card.nmId) === text)
    );
  });
}
