import type { EndpointQuery } from '#contract/endpoint.ts';
import type {
  listProfitCardsEndpoint,
  ProfitCard,
  ProfitCurvePoint,
  ProfitGroupSums,
} from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import { findCardNames, findCardsByText } from './card-names.ts';
import { groupByProfit } from './profit-groups.ts';
import type { CardProfit } from './profit-report.ts';
import { reckonCards } from './reckon-cards.ts';
import { requestedPeriod } from './requested-period.ts';
import { requestedShops } from './requested-shops.ts';

/** A page of cards with their profit; all of them together are the totals of `readProfit`. */
export async function readProfitCards(
  db: Db,
  reader: { accountId: number },
  query: EndpointQuery<typeof listProfitCardsEndpoint>,
): Promise<{ count: number; results: ProfitCard[]; groups: ProfitGroupSums[]; curve: ProfitCurvePoint[] }> {
  const period = requestedPeriod(query);
  const shops = await requestedShops(db, reader.accountId, query.shop);
  const { accountId } = reader;
  const { cards: all, sold } = await reckonCards(db, accountId, { shops, period, basis: query.basis });
  const asked = all.filter((card) => card.nmId !== 0 || query.shopRows === true);
  const { groupOf, groups, curve } = groupByProfit(asked);
  const wanted = query.group ? asked.filter((card) => groupOf.get(card) === query.group) : asked;
  const found = await matching(wanted, query.search, (text) =>
    findCardsByText(
      db,
      accountId,
      text,
      shops.map((shop) => shop.shopId),
    ),
  );
  const page = sorted(found, query.ordering).slice(query.offset, query.offset + query.limit);
  const costMissing = new Set(sold.filter((row) => row.isCostMissing).map(keyOf));
  const named = new Map((await findCardNames(db, accountId, page)).map((card) => [keyOf(card), card]));
  return {
    count: found.length,
    groups,
    curve,
    results: page.map(({ shopId, nmId, vendorCode, totals }) => {
      const card = named.get(keyOf({ shopId, nmId }));
      return {
        nmId,
        cardId: card?.cardId ?? null,
        shopId,
        vendorCode: card?.vendorCode ?? vendorCode,
        title: card?.title ?? '',
        // Of what was not sold, the cost of today is all there is to say.
        hasCostPrice:
          totals.buyouts > 0 ? !costMissing.has(keyOf({ shopId, nmId })) : (card?.hasCostPrice ?? nmId === 0),
        totals,
      };
    }),
  };
}

function keyOf({ shopId, nmId }: { shopId: number; nmId: number }): string {
  return `${shopId}:${nmId}`;
}

async function matching(
  cards: CardProfit[],
  search: string | undefined,
  find: (text: string) => Promise<{ shopId: number; nmId: number }[]>,
): Promise<CardProfit[]> {
  const text = search?.trim().toLowerCase() ?? '';
  if (text === '') return cards;
  const known = new Set((await find(text)).map(keyOf));
  // Goods that are in the report but not among our cards can be found by what the report says of them.
  return cards.filter(
    (card) =>
      card.nmId !== 0 &&
      (known.has(keyOf(card)) || card.vendorCode.toLowerCase().includes(text) || String(card.nmId) === text),
  );
}

type Ordering = EndpointQuery<typeof listProfitCardsEndpoint>['ordering'];

function sorted(cards: readonly CardProfit[], ordering: Ordering): CardProfit[] {
  const direction = ordering.startsWith('-') ? -1 : 1;
  const valueOf = {
    profit: (card: CardProfit) => card.totals.profitKopecks,
    orders: (card: CardProfit) => card.totals.orders,
    revenue: (card: CardProfit) => card.totals.revenueKopecks,
    margin: (card: CardProfit) => card.totals.marginShare,
  }[ordering.replace('-', '') as 'profit' | 'orders' | 'revenue' | 'margin'];
  return [...cards].sort((one, other) => {
    const [left, right] = [valueOf(one), valueOf(other)];
    const order = left === right ? one.shopId - other.shopId || one.nmId - other.nmId : 0;
    if (order !== 0) return order;
    // A card without revenue has no margin: it stands last either way.
    if (left === null || right === null) return left === null ? 1 : -1;
    return direction * (left - right);
  });
}
