import { sql } from 'kysely';
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH, VENDOR_CODE_MAX_LENGTH } from '#contract/card-rules.ts';
import type { CardContent } from '#contract/cards.ts';
import { refreshCardSummary } from '#server/cards/card-summary.ts';
import { normaliseContent } from '#server/cards/normalise-content.ts';
import { keepSubjects } from '#server/directory/directory.ts';
import { insertCards } from '#server/cards/card-writes.ts';
import type { Trx } from '#server/db/database.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import type { MarketplaceCard } from '#server/marketplace/content-shapes.ts';

const MAX_PHOTOS = 30;
const MAX_TAGS = 15;
const MAX_LIST = 50;

/**
 * Ties a shop's cards to the account's: by nmId, else by vendor code; a card that nobody knows yet becomes one of the
 * account's. What the seller wrote here is never overwritten by what the marketplace has.
 */
export async function storeMarketplaceCards(
  trx: Trx,
  accountId: number,
  shopId: number,
  cards: readonly MarketplaceCard[],
): Promise<void> {
  if (cards.length === 0) return;
  await keepSubjects(
    trx,
    [...new Map(cards.map((card) => [card.subjectId, card.subjectName]))].map(([id, name]) => ({
      id,
      name,
      parentName: '',
    })),
  );
  const inShop = await findInShop(trx, accountId, shopId, cards);
  const unknown = cards.filter(
    (card) => !inShop.byNmId.has(card.nmId) && !inShop.byVendorCode.has(card.vendorCode),
  );
  const masters = await findOrCreateMasters(trx, accountId, unknown);
  const cardIds: number[] = [];
  for (const card of cards) {
    const known = inShop.byNmId.get(card.nmId) ?? inShop.byVendorCode.get(card.vendorCode);
    const cardId = known?.card_id ?? masters.get(card.vendorCode);
    if (cardId === undefined) continue;
    cardIds.push(cardId);
    await (known
      ? updateShopCard(trx, accountId, known.id, card)
      : insertShopCard(trx, { accountId, shopId, cardId }, card));
  }
  await refreshCardSummary(trx, accountId, cardIds);
}

async function findInShop(trx: Trx, accountId: number, shopId: number, cards: readonly MarketplaceCard[]) {
  const rows = await trx
    .selectFrom('shop_cards')
    .select(['id', 'card_id', 'nm_id', 'vendor_code'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where((eb) =>
      eb.or([
        eb('nm_id', '=', sql<number>`any(${cards.map((card) => card.nmId)}::bigint[])`),
        eb('vendor_code', '=', sql<string>`any(${cards.map((card) => card.vendorCode)}::text[])`),
      ]),
    )
    .execute();
  return {
    byNmId: new Map(rows.map((row) => [row.nm_id ?? 0, row])),
    // A row with another nmId is another card that had this vendor code before.
    byVendorCode: new Map(rows.filter((row) => row.nm_id === null).map((row) => [row.vendor_code, row])),
  };
}

async function findOrCreateMasters(
  trx: Trx,
  accountId: number,
  cards: readonly MarketplaceCard[],
): Promise<Map<string, number>> {
  if (cards.length === 0) return new Map();
  const known = await trx
    .selectFrom('cards')
    .select(['id', 'vendor_code'])
    .where('account_id', '=', accountId)
    .where('vendor_code', '=', sql<string>`any(${cards.map((card) => card.vendorCode)}::text[])`)
    .execute();
  const masters = new Map(known.map((row) => [row.vendor_code, row.id]));
  const missing = cards.filter((card) => !masters.has(card.vendorCode));
  if (missing.length === 0) return masters;
  const ids = await insertCards(trx, accountId, null, missing.map(contentOf));
  for (const [index, card] of missing.entries()) masters.set(card.vendorCode, ids[index] ?? 0);
  return masters;
}

/** As the contract holds it: the marketplace's own limits are wider here and there. Prices come later. */
function contentOf(card: MarketplaceCard): CardContent {
  const { lengthCm, widthCm, heightCm, weightKg } = card.dimensions;
  const content = normaliseContent({
    vendorCode: card.vendorCode.slice(0, VENDOR_CODE_MAX_LENGTH),
    title: card.title.slice(0, TITLE_MAX_LENGTH),
    description: card.description.slice(0, DESCRIPTION_MAX_LENGTH),
    subjectId: card.subjectId,
    brand: card.brand.slice(0, 100),
    dimensions: {
      lengthCm: Math.round(lengthCm),
      widthCm: Math.round(widthCm),
      heightCm: Math.round(heightCm),
      weightKg,
    },
    characteristics: card.characteristics.map(({ id, values }) => ({
      id,
      values: values.slice(0, MAX_LIST).map((value) => value.slice(0, 500)),
    })),
    sizes: card.sizes.slice(0, 100).map((size) => ({
      // «0» is how the marketplace calls «no size».
      techSize: size.techSize === '0' ? '' : size.techSize.slice(0, 50),
      wbSize: size.wbSize.slice(0, 50),
      skus: size.skus.slice(0, MAX_LIST).map((sku) => sku.slice(0, 50)),
    })),
    photos: card.photos.filter((photo) => photo.length <= 500).slice(0, MAX_PHOTOS),
    tags: card.tags.slice(0, MAX_TAGS).map((tag) => tag.name.slice(0, 15)),
    priceKopecks: 0,
    discount: 0,
    clubDiscount: 0,
    costPriceKopecks: null,
  });
  return { ...content, vendorCode: card.vendorCode };
}

function rowOf(card: MarketplaceCard) {
  return {
    nm_id: card.nmId,
    imt_id: card.imtId === 0 ? null : card.imtId,
    subject_id: card.subjectId,
    vendor_code: card.vendorCode,
    sizes: JSON.stringify(card.sizes.map(({ chrtId, techSize, skus }) => ({ chrtId, techSize, skus }))),
    wb_updated_at: card.updatedAt,
    has_video: card.video !== '',
    wb_tags: JSON.stringify(card.tags),
    synced_at: new Date(),
  };
}

/** A shipment on its way decides itself when its card is there; an error of an update stays until it is sent again. */
async function updateShopCard(trx: Trx, accountId: number, id: number, card: MarketplaceCard): Promise<void> {
  const isNewHere = sql<boolean>`state = 'NOT_SENT' OR (state = 'HAS_ERRORS' AND nm_id IS NULL)`;
  await trx
    .updateTable('shop_cards')
    .set({
      ...rowOf(card),
      state: sql`CASE WHEN ${isNewHere} THEN 'PUBLISHED' ELSE state END`,
      errors: sql`CASE WHEN ${isNewHere} THEN '[]'::jsonb ELSE errors END`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

async function insertShopCard(
  trx: Trx,
  place: { accountId: number; shopId: number; cardId: number },
  card: MarketplaceCard,
): Promise<void> {
  const { accountId, shopId, cardId } = place;
  await keepOwnTitle(trx, place, card);
  await trx
    .insertInto('shop_cards')
    .values({
      account_id: accountId,
      card_id: cardId,
      shop_id: shopId,
      price_kopecks: null,
      discount: null,
      state: 'PUBLISHED',
      ...rowOf(card),
    })
    // The account's card already stands for another one of this shop.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * A title that the shop has for itself is taken over once, when the card is first met there: later it would undo what was written
 * here. Before the card is stored in the shop: from that moment on it is compared with what it says here.
 */
async function keepOwnTitle(
  trx: Trx,
  { accountId, shopId, cardId }: { accountId: number; shopId: number; cardId: number },
  card: MarketplaceCard,
): Promise<void> {
  const title = normaliseLine(card.title).slice(0, TITLE_MAX_LENGTH);
  if (title === '') return;
  const own = JSON.stringify([{ shopId, title, description: '' }]);
  await sql`
    UPDATE cards SET shop_texts = shop_texts || ${own}::jsonb
    WHERE id = ${cardId} AND account_id = ${accountId} AND title <> ${title}
      AND NOT shop_texts @> ${JSON.stringify([{ shopId }])}::jsonb
      AND NOT EXISTS (
        SELECT FROM shop_cards WHERE account_id = ${accountId} AND card_id = ${cardId} AND shop_id = ${shopId})`.execute(
    trx,
  );
}
