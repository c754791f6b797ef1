import type { ParsedCard } from '#contract/card-creation.ts';
import type { MarketplaceCard } from '#server/marketplace/content-shapes.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { findByNmId } from '#server/marketplace/find-card.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { notFound } from '#server/errors/http-error.ts';
import { findBarcodeHolders } from './barcodes.ts';
import { normaliseContent } from './normalise-content.ts';
import { characteristicsOf, keepSubjects, type Reader } from '#server/directory/directory.ts';

/**
 * Looks for an article among the account's own shops and answers it as values for the form. Other people's cards are not
 * looked at: the marketplace offers no call for them. Throws 404 when no shop has it; when a shop could not be asked, what the
 * marketplace said.
 */
export async function parseOwnCard(reader: Reader, nmId: number): Promise<ParsedCard> {
  const { db, accountId } = reader;
  const shops = await db
    .selectFrom('shops')
    .leftJoin('shop_cards', (join) =>
      join.onRef('shop_cards.shop_id', '=', 'shops.id').on('shop_cards.nm_id', '=', nmId),
    )
    .select(['shops.id', 'shop_cards.id as shop_card_id'])
    .where('shops.account_id', '=', accountId)
    // The shop that is known to have it is asked first.
    .orderBy('shop_card_id', (order) => order.asc().nullsLast())
    .orderBy('shops.id')
    .execute();
  let failure: MarketplaceError | undefined;
  for (const shop of shops) {
    try {
      const client = await reader.marketplace.forShop(db, accountId, shop.id);
      const card = await findByNmId(client, nmId);
      if (card) return await toParsedCard(reader, client, card, shop.id);
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      if (error.kind !== 'token') failure = error;
    }
  }
  if (failure) throw failure;
  throw notFound('Карточка не найдена в ваших магазинах');
}

async function toParsedCard(
  reader: Reader,
  client: ShopClient,
  card: MarketplaceCard,
  shopId: number,
): Promise<ParsedCard> {
  await keepSubjects(reader.db, [{ id: card.subjectId, name: card.subjectName, parentName: '' }]);
  const price = await priceOf(client, card.nmId);
  const { lengthCm, widthCm, heightCm, weightKg } = card.dimensions;
  const sizes = await withFreeBarcodes(reader, card.sizes);
  return normaliseContent({
    vendorCode: card.vendorCode,
    title: card.title,
    description: card.description,
    subjectId: card.subjectId,
    subjectName: card.subjectName,
    brand: card.brand,
    dimensions: { lengthCm, widthCm, heightCm, weightKg },
    characteristics: await knownOf(reader, card),
    sizes: sizes.map(({ techSize, wbSize, skus }) => ({
      techSize: techSize === '0' ? '' : techSize,
      wbSize,
      skus,
    })),
    photos: card.photos,
    tags: card.tags.map((tag) => tag.name),
    ...price,
    costPriceKopecks: null,
    shopId,
    nmId: card.nmId,
  });
}

/**
 * The thing is the account's own, and while no card here has its barcodes they are the new card's. Where one has them, the new card is
 * another thing, as a copy is: a barcode belongs to one.
 */
async function withFreeBarcodes({ db, accountId }: Reader, sizes: MarketplaceCard['sizes']) {
  const barcodes = sizes.flatMap(({ skus }) => skus);
  const held = new Set((await findBarcodeHolders(db, accountId, barcodes)).map(({ barcode }) => barcode));
  return sizes.map((size) => ({ ...size, skus: size.skus.filter((barcode) => !held.has(barcode)) }));
}

/** The marketplace keeps some for itself: a card that is made anew cannot have them. */
async function knownOf(reader: Reader, { subjectId, characteristics }: MarketplaceCard) {
  const known = await characteristicsOf(reader, subjectId);
  return characteristics
    .filter(({ id }) => known.length === 0 || known.some((one) => one.id === id))
    .map(({ id, values }) => ({ id, values }));
}

/** A shop without a token for prices still gives the rest of the card. */
async function priceOf(client: ShopClient, nmId: number) {
  try {
    const [goods] = await client.listPrices([nmId]);
    return {
      priceKopecks: Math.round((goods?.sizes[0]?.priceRub ?? 0) * 100),
      discount: goods?.discount ?? 0,
      clubDiscount: goods?.clubDiscount ?? 0,
    };
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    return { priceKopecks: 0, discount: 0, clubDiscount: 0 };
  }
}
