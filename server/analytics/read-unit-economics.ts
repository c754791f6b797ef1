import type { TariffEstimate, UnitEconomics, UnitSource } from '#contract/unit-economics.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { findTaxpayers } from '#server/taxpayers/taxpayer-rows.ts';
import { readCardBuyouts, readShopBuyouts, readSubjectBuyouts } from './buyout-shares.ts';
import { findCommissions } from './commission-tariffs.ts';
import { moscowDay } from './moscow-days.ts';
import { readShopSales, type ShopSales, type SoldLines } from './sold-lines.ts';
import { taxRuleOn } from './taxes.ts';
import {
  atBuyout,
  atTariff,
  canBeEstimated,
  estimatePiece,
  isTelling,
  onePieceAt,
  withShared,
} from './unit-economics.ts';

interface Reader {
  accountId: number;
  userId: number;
}

/** Goods of a shop at a price that is thought of. */
export interface PricedGood {
  nmId: number;
  subjectId: number | null;
  /** With the seller's discount. */
  priceKopecks: number;
  costPriceKopecks: number | null;
}

/** By nmId; goods without a telling history are not there. */
export async function readUnitEconomics(
  db: Db,
  reader: Reader,
  shopId: number,
  goods: readonly PricedGood[],
): Promise<Map<number, UnitEconomics>> {
  const estimates = await readEstimates(db, reader, shopId, goods);
  return new Map(
    [...estimates].flatMap(([nmId, { economics }]) => (economics ? [[nmId, economics] as const] : [])),
  );
}

/** What is known of a piece: by what was sold, else by the tariff alone. */
interface PieceEstimate {
  economics?: UnitEconomics;
  byTariff?: TariffEstimate;
}

/** The same with what the tariffs say of goods without a telling history. */
async function readEstimates(
  db: Db,
  reader: Reader,
  shopId: number,
  goods: readonly PricedGood[],
): Promise<Map<number, PieceEstimate>> {
  const priced = goods.filter((good) => good.priceKopecks > 0);
  if (priced.length === 0) return new Map();
  const estimate = await openEstimator(db, reader, shopId, priced);
  return new Map(priced.map((good) => [good.nmId, estimate(good)]));
}

/** Reads once what is known of the goods in the shop, for any price of them. */
export async function openEstimator(
  db: Db,
  { accountId }: Reader,
  shopId: number,
  goods: readonly Pick<PricedGood, 'nmId' | 'subjectId'>[],
): Promise<(good: PricedGood) => PieceEstimate> {
  const place = { accountId, shopId };
  const nmIds = goods.map((good) => good.nmId);
  const subjectIds = goods.flatMap(({ subjectId }) => (subjectId === null ? [] : [subjectId]));
  const sales = await readShopSales(db, place, nmIds);
  const tariffs = await findCommissions(db, place, subjectIds);
  const keptShares = sales && (await readBuyouts(db, place, sales, goods));
  const taxpayers = await findTaxpayers(db, accountId);
  const taxpayer = taxpayers.find(({ shopIds }) => shopIds.includes(shopId));
  const rule = taxRuleOn(taxpayer?.taxRates ?? [], moscowDay(new Date()), 'OWN');
  return ({ nmId, subjectId, ...price }) => {
    const terms = { ...price, rule };
    const tariff = subjectId === null ? undefined : tariffs.get(subjectId);
    const history = sales && historyOf(sales, nmId, subjectId);
    if (!sales || !history) return tariff === undefined ? {} : { byTariff: estimateByTariff(terms, tariff) };
    const { ofCard, ofHistory } = keptShares?.(nmId, subjectId, history.source) ?? {};
    // A card that comes back each time, or is never kept, is not estimated by others that are.
    if (!canBeEstimated(history.lines) || ofCard?.share === 0) return {};
    const borne = withShared(history.lines, sales.shared, sales.ofShop.revenueKopecks);
    const kept = ofCard && ofHistory ? atBuyout(borne, ofHistory.share, ofCard.share) : borne;
    const isByTariff = history.source === 'SHOP' && tariff !== undefined;
    return {
      economics: {
        ...estimatePiece(isByTariff ? atTariff(kept, tariff) : kept, terms),
        source: history.source,
        ...(isByTariff && { commissionBasisPoints: tariff }),
        buyout: ofCard ?? null,
        ...(history.source === 'CARD' ? sales.cardPeriod : sales.shopPeriod),
      },
    };
  };
}

function estimateByTariff(terms: Parameters<typeof estimatePiece>[1], tariff: number): TariffEstimate {
  const piece = estimatePiece(onePieceAt(terms.priceKopecks, tariff), terms);
  return {
    priceKopecks: piece.priceKopecks,
    commissionBasisPoints: tariff,
    commissionKopecks: piece.commissionKopecks,
    taxKopecks: piece.taxKopecks,
    costPriceKopecks: piece.costPriceKopecks,
    leftKopecks: piece.profitKopecks,
  };
}

/** The nearest that tells: the card's own sales, those of its subject, those of the shop. */
function historyOf(
  sales: ShopSales,
  nmId: number,
  subjectId: number | null,
): { source: UnitSource; lines: SoldLines } | undefined {
  const histories: { source: UnitSource; lines: SoldLines | undefined }[] = [
    { source: 'CARD', lines: sales.byNmId.get(nmId) },
    { source: 'SUBJECT', lines: subjectId === null ? undefined : sales.bySubject.get(subjectId) },
    { source: 'SHOP', lines: sales.ofShop },
  ];
  for (const { source, lines } of histories) {
    if (lines && isTelling(lines)) return { source, lines };
  }
  return undefined;
}

type KeptBuyout = NonNullable<UnitEconomics['buyout']>;

/** How much is kept of the card's orders, else of its subject's in the account; and of those whose logistics stand for its own. */
async function readBuyouts(
  db: Db,
  place: { accountId: number; shopId: number },
  sales: ShopSales,
  goods: readonly Pick<PricedGood, 'nmId' | 'subjectId'>[],
) {
  const ofCards = await readCardBuyouts(
    db,
    place,
    goods.map(({ nmId }) => nmId),
    sales.cardPeriod,
  );
  const others = goods.flatMap(({ nmId, subjectId }) =>
    subjectId === null || ofCards.has(nmId) ? [] : [subjectId],
  );
  const ofSubjects =
    others.length === 0 ? null : await readSubjectBuyouts(db, place.accountId, others, sales.shopPeriod);
  const ofShop = await readShopBuyouts(db, place, sales);
  return (nmId: number, subjectId: number | null, history: UnitSource) => {
    const own = ofCards.get(nmId);
    const ofSubject = subjectId === null ? undefined : ofSubjects?.get(subjectId);
    let ofCard: KeptBuyout | undefined;
    if (own) ofCard = { ...own, source: 'CARD' };
    else if (ofSubject) ofCard = { ...ofSubject, source: 'SUBJECT' };
    const ofHistory = {
      // Its own logistics bear its own share already.
      CARD: undefined,
      SUBJECT: subjectId === null ? undefined : ofShop.bySubject.get(subjectId),
      SHOP: ofShop.ofShop,
    }[history];
    return { ofCard, ofHistory };
  };
}

/** The card in each shop that has it, at the price that is being typed; a shop's own price stands in its place. */
export async function readCardEconomics(
  db: Db,
  reader: Reader,
  cardId: number,
  typed: { priceKopecks: number; discount: number; costPriceKopecks: number | null },
) {
  const card = await db
    .selectFrom('cards')
    .select('subject_id')
    .where('account_id', '=', reader.accountId)
    .where('id', '=', cardId)
    .executeTakeFirst();
  if (!card) throw notFound('Карточка не найдена');
  const listed = await db
    .selectFrom('shop_cards')
    .innerJoin('shops', 'shops.id', 'shop_cards.shop_id')
    .select(['shops.id', 'shops.name', 'nm_id', 'own_price_kopecks', 'own_discount'])
    .where('shop_cards.account_id', '=', reader.accountId)
    .where('shops.account_id', '=', reader.accountId)
    .where('card_id', '=', cardId)
    .orderBy('shops.id')
    .execute();
  const result = [];
  for (const { nm_id: nmId, ...shop } of listed) {
    if (nmId === null) continue;
    const price = shop.own_price_kopecks ?? typed.priceKopecks;
    const discount = shop.own_discount ?? typed.discount;
    const good = {
      nmId,
      subjectId: card.subject_id,
      priceKopecks: Math.floor((price * (100 - discount)) / 100),
      costPriceKopecks: typed.costPriceKopecks,
    };
    const { economics, byTariff } = (await readEstimates(db, reader, shop.id, [good])).get(nmId) ?? {};
    result.push({
      shopId: shop.id,
      shopName: shop.name,
      nmId,
      economics: economics ?? null,
      ...(byTariff && { byTariff }),
    });
  }
  return result;
}
