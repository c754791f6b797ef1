import type { EndpointQuery, EndpointResponse } from '#contract/endpoint.ts';
import type { getProfitEndpoint, listProfitCardsEndpoint, ProfitCard } from '#contract/analytics.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { plural } from '#server/text/plural.ts';
import { findCardNames, findCardsByText, findListedCards } from './card-names.ts';
import { comparePeriods } from './compare-periods.ts';
import { countSoldWithoutCost } from './day-lines.ts';
import { groupBy } from './group-by.ts';
import { previousPeriod, yearAgo, type Day, type Period } from './moscow-days.ts';
import { profitByCard, profitByDay, shopsWithoutCards, type CardProfit } from './profit-report.ts';
import { findCoverage, findLinesByCard, partsOf, type ShopCoverage } from './repository.ts';
import { requestedPeriod } from './requested-period.ts';
import { findSyncProblems } from '#server/sync/sync-cursors.ts';
import { ownCostsByCard } from './spread-own-costs.ts';
import { readTaxedLines } from './taxed-lines.ts';
import { findUnreadRows } from './unread-rows.ts';

interface Reader {
  accountId: number;
  userId: number;
}

/** The chosen period beside the one it is compared with, by day. */
export async function readProfit(
  db: Db,
  reader: Reader,
  query: EndpointQuery<typeof getProfitEndpoint>,
): Promise<EndpointResponse<typeof getProfitEndpoint>> {
  const selected = requestedPeriod(query);
  const previous = query.against === 'YEAR_AGO' ? yearAgo(selected) : previousPeriod(selected);
  const shops = await shopsOf(db, reader, query.shop);
  // The taxes of the later period need most of the days between the two: one reading serves both.
  const {
    lines: read,
    taxes,
    reportTaxes,
  } = await readTaxedLines(db, reader.accountId, {
    shops,
    period: { from: previous.from, to: selected.to },
    basis: query.basis,
  });
  // What was sold between them, maybe in a shop that is in neither, must not change which days are compared.
  const lines = read.filter(({ day }) => isWithin(previous, day) || isWithin(selected, day));
  const withLines = new Set(lines.flatMap(({ source, shopId }) => (source === 'own_costs' ? [] : shopId)));
  const isBeyondReport = preliminaryDays(
    shops.filter((shop) => shop.reportedUntil !== null || withLines.has(shop.shopId)),
  );
  const unreportedDays = new Set(lines.flatMap((row) => (row.source === 'sales' ? row.day : [])));
  const side = (shown: typeof selected) => {
    const { totals, days } = profitByDay(shown, lines, taxes);
    return {
      ...shown,
      totals,
      days: days.map((day) => ({
        ...day,
        isPreliminary: isBeyondReport(day.day) || unreportedDays.has(day.day),
      })),
    };
  };
  const reported = shops.flatMap((shop) => shop.reportedUntil ?? []);
  const synced = shops.flatMap((shop) => shop.syncedAt?.getTime() ?? []);
  return {
    basis: query.basis,
    SELECTED: side(selected),
    PREVIOUS: side(previous),
    cardsWithoutCostPrice: await countSoldWithoutCost(db, reader.accountId, {
      shopIds: shops.map((shop) => shop.shopId),
      period: selected,
    }),
    reportedUntil: reported.length > 0 ? reported.reduce(earlier) : null,
    ...comparePeriods({ selected, previous }, shops, lines, reportTaxes()),
    syncedAt: synced.length > 0 ? new Date(Math.min(...synced)).toISOString() : null,
    problems: await problemsOf(
      db,
      reader.accountId,
      shops.map((shop) => shop.shopId),
      [previous, selected],
    ),
  };
}

const UNREAD_FORMS = {
  orders: ['строка заказов не прочитана', 'строки заказов не прочитаны', 'строк заказов не прочитано'],
  sales: ['строка продаж не прочитана', 'строки продаж не прочитаны', 'строк продаж не прочитано'],
  report: ['строка отчёта не прочитана', 'строки отчёта не прочитаны', 'строк отчёта не прочитано'],
} as const;

async function problemsOf(db: Db, accountId: number, shopIds: readonly number[], periods: readonly Period[]) {
  const problems = await findSyncProblems(db, accountId, shopIds, ['orders', 'sales', 'report']);
  const unread = await findUnreadRows(db, accountId, shopIds, periods);
  return [
    ...problems,
    ...unread.map(({ shopId, shopName, ...rows }) => ({
      shopId,
      shopName,
      detail: `${plural(rows.count, UNREAD_FORMS[rows.kind])}: ${rows.rows.join('; ')}`,
      unread: rows,
    })),
  ];
}

/** A page of cards with their profit; all of them together are the totals of {@link readProfit}. */
export async function readProfitCards(
  db: Db,
  reader: Reader,
  query: EndpointQuery<typeof listProfitCardsEndpoint>,
): Promise<{ count: number; results: ProfitCard[] }> {
  const period = requestedPeriod(query);
  const shops = await shopsOf(db, reader, query.shop);
  const { accountId } = reader;
  const { taxes, newDays, ownCosts } = await readTaxedLines(db, accountId, {
    shops,
    period,
    basis: query.basis,
  });
  const sold = await findLinesByCard(db, accountId, { shops, period, newDays });
  const rows = [...sold, ...ownCostsByCard(ownCosts, partsOf(period, newDays))];
  const empty = shopsWithoutCards(rows);
  const spare =
    empty.length > 0
      ? groupBy(await findListedCards(db, accountId, empty), (card) => card.shopId)
      : new Map();
  const all = profitByCard(rows, taxes, spare);
  const asked = all.filter((card) => card.nmId !== 0 || query.shopRows === true);
  const found = await matching(asked, query.search, (text) =>
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

async function shopsOf(db: Db, reader: Reader, wanted: number[] | undefined): Promise<ShopCoverage[]> {
  const isLimited = wanted !== undefined && wanted.length > 0;
  const shops = await findCoverage(db, reader.accountId, isLimited ? wanted : undefined);
  if (isLimited && shops.length < new Set(wanted).size) throw notFound('Магазин не найден');
  return shops;
}

/** A day is preliminary while the report of any of the shops does not reach it. */
function preliminaryDays(shops: readonly ShopCoverage[]): (day: Day) => boolean {
  return (day) => shops.some((shop) => shop.reportedUntil === null || day > shop.reportedUntil);
}

function isWithin({ from, to }: Period, day: Day): boolean {
  return day >= from && day <= to;
}

function earlier(one: Day, other: Day): Day {
  return one < other ? one : other;
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
