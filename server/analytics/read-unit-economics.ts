import type { UnitEconomics, UnitSource } from '#contract/unit-economics.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { findTaxpayers } from '#server/taxpayers/taxpayer-rows.ts';
import { moscowDay } from './moscow-days.ts';
import { readShopSales, type ShopSales, type SoldLines } from './sold-lines.ts';
import { taxRuleOn } from './taxes.ts';
import { canBeEstimated, estimatePiece, isTelling, withShared } from './unit-economics.ts';

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
  const found = new Map<number, UnitEconomics>();
  const priced = goods.filter((good) => good.priceKopecks > 0);
  if (priced.length === 0) return found;
  const sales = await readShopSales(
    db,
    { accountId: reader.accountId, shopId },
    priced.map((good) => good.nmId),
  );
  if (!sales) return found;
  const taxpayers = await findTaxpayers(db, reader.accountId);
  const taxpayer = taxpayers.find(({ shopIds }) => shopIds.includes(shopId));
  const rule = taxRuleOn(taxpayer?.taxRates ?? [], moscowDay(new Date()), 'OWN');
  for (const { nmId, subjectId, ...price } of priced) {
    const history = historyOf(sales, nmId, subjectId);
    if (!history) continue;
    const sold = withShared(history.lines, sales.shared, sales.ofShop.revenueKopecks);
    found.set(nmId, {
      ...estimatePiece(sold, { ...price, rule }),
      source: history.source,
      ...(history.source === 'CARD' ? sales.cardPeriod : sales.shopPeriod),
    });
  }
  return found;
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
    // A card that comes back each time is not estimated by others that do not.
    if (lines && isTelling(lines)) return canBeEstimated(lines) ? { source, lines } : undefined;
  }
  return undefined;
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
    const economics = await readUnitEconomics(db, reader, shop.id, [good]);
    result.push({ shopId: shop.id, shopName: shop.name, nmId, economics: economics.get(nmId) ?? null });
  }
  return result;
}
