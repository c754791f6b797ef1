import { sql } from 'kysely';
import type { CardCheck, CardProblem } from '#contract/card-sending.ts';
import type { Card } from '#contract/cards.ts';
import type { Shop } from '#contract/shops.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/plugins/http-error.ts';
import { findShops } from '#server/shops/repository.ts';
import { cardProblems, isQuarantined } from './card-problems.ts';
import { characteristicsOf, type Reader } from './directory.ts';
import { findCards } from './repository.ts';
import type { QuotaReader } from './shop-quota.ts';

const BATCH = 500;
/** Nobody reads more; the counts of the shops stay exact. */
const MAX_PROBLEMS = 5000;

/** What would go wrong if these cards were sent to these shops, before anything is sent. Throws 404 for a foreign shop. */
export async function checkCards(
  reader: Reader,
  quotaOf: QuotaReader,
  cardIds: readonly number[],
  shopIds: readonly number[],
): Promise<CardCheck> {
  const { db, accountId } = reader;
  const shops = (await findShops(db, accountId)).filter((shop) => shopIds.includes(shop.id));
  if (shops.length !== new Set(shopIds).size) throw notFound('Магазин не найден');
  const toUpdate = new Map(shops.map((shop) => [shop.id, 0]));
  const problems: CardProblem[] = [];
  for (let start = 0; start < cardIds.length; start += BATCH) {
    const cards = await findCards(db, accountId, cardIds.slice(start, start + BATCH));
    const inShops = await findInShops(db, accountId, cards, shopIds);
    for (const row of inShops) {
      if (row.nm_id !== null) toUpdate.set(row.shop_id, (toUpdate.get(row.shop_id) ?? 0) + 1);
    }
    if (problems.length >= MAX_PROBLEMS) continue;
    problems.push(
      ...(await ownProblems(reader, cards)),
      ...(await barcodeProblems(db, accountId, cards)),
      ...(await vendorCodeProblems(db, accountId, cards, shopIds)),
      ...priceProblems(cards, inShops),
    );
  }
  return {
    cards: cardIds.length,
    problems: problems.slice(0, MAX_PROBLEMS),
    shops: await Promise.all(
      shops.map(async (shop) => {
        const updates = toUpdate.get(shop.id) ?? 0;
        const toCreate = cardIds.length - updates;
        const quota = await quotaOf(reader, shop);
        return {
          shopId: shop.id,
          toCreate,
          toUpdate: updates,
          quota,
          problem: shopBlocker(shop, toCreate, quota) ?? shopWarning(shop),
          isBlocked: shopBlocker(shop, toCreate, quota) !== null,
        };
      }),
    ),
  };
}

async function ownProblems(reader: Reader, cards: readonly Card[]): Promise<CardProblem[]> {
  const characteristics = new Map<number, Awaited<ReturnType<typeof characteristicsOf>>>();
  for (const subjectId of new Set(cards.map((card) => card.subjectId))) {
    characteristics.set(subjectId, await characteristicsOf(reader, subjectId));
  }
  return cards.flatMap((card) =>
    cardProblems(card, characteristics.get(card.subjectId) ?? []).map((problem) => ({
      cardId: card.id,
      shopId: null,
      ...problem,
    })),
  );
}

interface InShop {
  card_id: number;
  shop_id: number;
  nm_id: number | null;
  price_kopecks: number | null;
  discount: number | null;
  own_price_kopecks: number | null;
  own_discount: number | null;
}

async function findInShops(
  db: Db,
  accountId: number,
  cards: readonly Card[],
  shopIds: readonly number[],
): Promise<InShop[]> {
  return await db
    .selectFrom('shop_cards')
    .select(['card_id', 'shop_id', 'nm_id', 'price_kopecks', 'discount', 'own_price_kopecks', 'own_discount'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', sql<number>`any(${[...shopIds]}::bigint[])`)
    .where('card_id', '=', sql<number>`any(${cards.map((card) => card.id)}::bigint[])`)
    .execute();
}

/** Barcodes that another card of the account has too. */
async function barcodeProblems(db: Db, accountId: number, cards: readonly Card[]): Promise<CardProblem[]> {
  const barcodes = cards.flatMap((card) => card.sizes.flatMap((size) => size.skus));
  if (barcodes.length === 0) return [];
  const owners = await sql<{ id: number; vendor_code: string; skus: string[] }>`
    SELECT id, vendor_code, jsonb_path_query_array(sizes, '$[*].skus[*]') AS skus FROM cards
    WHERE account_id = ${accountId} AND state <> 'ARCHIVED'
      AND jsonb_path_query_array(sizes, '$[*].skus[*]') ?| ${barcodes}::text[]
    ORDER BY id`.execute(db);
  const ownersOf = new Map<string, { id: number; vendor_code: string }[]>();
  for (const owner of owners.rows) {
    for (const sku of owner.skus) ownersOf.set(sku, [...(ownersOf.get(sku) ?? []), owner]);
  }
  return cards.flatMap((card) =>
    card.sizes
      .flatMap((size) => size.skus)
      .flatMap((sku) => {
        const other = ownersOf.get(sku)?.find((owner) => owner.id !== card.id);
        if (!other) return [];
        const detail = `Баркод ${sku} уже у карточки ${other.vendor_code}`;
        return [{ cardId: card.id, shopId: null, kind: 'error' as const, field: 'sizes', detail }];
      }),
  );
}

/** Vendor codes under which a shop has another card. */
async function vendorCodeProblems(
  db: Db,
  accountId: number,
  cards: readonly Card[],
  shopIds: readonly number[],
): Promise<CardProblem[]> {
  const taken = await db
    .selectFrom('shop_cards')
    .select(['card_id', 'shop_id', 'vendor_code'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', sql<number>`any(${[...shopIds]}::bigint[])`)
    .where('vendor_code', '=', sql<string>`any(${cards.map((card) => card.vendorCode)}::text[])`)
    .execute();
  return cards.flatMap((card) =>
    taken
      .filter((row) => row.vendor_code === card.vendorCode && row.card_id !== card.id)
      .map((row) => ({
        cardId: card.id,
        shopId: row.shop_id,
        kind: 'error' as const,
        field: 'vendorCode',
        detail: `Артикул ${card.vendorCode} в этом магазине у другой карточки`,
      })),
  );
}

function priceProblems(cards: readonly Card[], inShops: readonly InShop[]): CardProblem[] {
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  return inShops.flatMap((row) => {
    const card = cardOf.get(row.card_id);
    if (!card || row.price_kopecks === null) return [];
    const old = { priceKopecks: row.price_kopecks, discount: row.discount ?? 0 };
    const next = {
      priceKopecks: row.own_price_kopecks ?? card.priceKopecks,
      discount: row.own_discount ?? card.discount,
    };
    if (!isQuarantined(old, next)) return [];
    return [
      {
        cardId: card.id,
        shopId: row.shop_id,
        kind: 'warning' as const,
        field: 'priceKopecks',
        detail: 'Новая цена — треть нынешней или меньше: товар попадёт в карантин цен',
      },
    ];
  });
}

/** Why nothing would get to the shop; the gravest first. */
function shopBlocker(shop: Shop, toCreate: number, quota: number | null): string | null {
  const content = workingTokens(shop, 'CONTENT');
  if (content.length === 0) return 'Нет активного токена «Контент»';
  if (content.every((token) => token.isReadOnly)) return 'Токен «Контент» только для чтения';
  if (quota !== null && toCreate > quota) {
    return `Недостаточно лимита карточек: нужно ${toCreate}, доступно ${quota}`;
  }
  return null;
}

/** What would be missing or slow; the gravest first. */
function shopWarning(shop: Shop): string | null {
  const prices = workingTokens(shop, 'PRICE_AND_DISCOUNT').filter((token) => !token.isReadOnly);
  if (prices.length === 0) return 'Нет активного токена «Цены и скидки»: цены не отправятся';
  if (workingTokens(shop, 'CONTENT').every((token) => token.type === 'BASIC')) {
    return 'Базовый токен: изображения — 2 запроса в час, цены — 4 в час';
  }
  return null;
}

function workingTokens(shop: Shop, category: string): Shop['tokens'] {
  return shop.tokens.filter((token) =>
    token.categories.some((one) => one.category === category && one.status === 'ACTIVE'),
  );
}
