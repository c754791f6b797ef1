import { sql } from 'kysely';
import { hashPassword } from '#server/auth/passwords.ts';
import { addUpCardCounts } from '#server/cards/card-counts.ts';
import { SEARCH_TEXT_VERSION, summariseCard } from '#server/cards/card-summary.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { insertAll } from './bulk.ts';
import { demoCatalogue, type DemoCard } from './catalogue.ts';
import { createRandom, type Random } from './random.ts';
import { characteristicValues } from './seed-cards.ts';
import { keepDirectory, ownDirectory, storedIds, type CharacteristicIds } from './seed-directory.ts';
import { makeShop, storeShop, type MadeShop } from './seed-shops.ts';
import { DEMO_SHOPS } from './shops.ts';
import { simulatorControl } from './simulator-control.ts';

const PASSWORD = 'prilavok-demo';
const BATCH = 1000;
const SEED = 100_000;

export interface BigSeedOptions {
  cards: number;
  login: string;
  /** The marketplace that issues the shops' tokens. */
  simulatorUrl: string;
  /** Seals them. */
  secretKey: Buffer;
  onProgress(done: number): void;
}

interface BigAccount {
  accountId: number;
  userId: number;
  shops: { id: number; warehouseId: number }[];
}

/**
 * Adds an account with any number of cards in five shops, each with its tokens: for trying how a big shop feels. The cards
 * are known here alone, the marketplace has none of them. Throws when the login is taken.
 */
export async function seedBig(database: Database, options: BigSeedOptions): Promise<void> {
  const { db } = database;
  await refuseTakenLogin(db, options.login);
  const control = simulatorControl(options.simulatorUrl);
  const now = new Date();
  const made: MadeShop[] = [];
  for (const shop of DEMO_SHOPS) made.push(await makeShop(control, shop, now));
  const account = await database.transaction((trx) =>
    prepareAccount(trx, options, made, { secretKey: options.secretKey, now }),
  );
  const ids = await prepareDirectory(database);
  const random = createRandom(SEED);
  const catalogue = demoCatalogue({ seed: SEED, now: new Date() });
  for (let done = 0; done < options.cards; done += BATCH) {
    const cards = Array.from({ length: Math.min(BATCH, options.cards - done) }, () => catalogue.next().value);
    await database.transaction((trx) => storeBatch(trx, account, cards, { ids, random, done }));
    options.onProgress(done + cards.length);
  }
  await db
    .insertInto('card_search_rules')
    .values({ account_id: account.accountId, version: SEARCH_TEXT_VERSION })
    .execute();
  // Every batch has changed the numbers: each look at the list would add a few hundred of them up until the job does.
  await addUpCardCounts(db);
  // Without it the lists read the table instead of an index until the next clean-up.
  for (const table of ['cards', 'card_search', 'card_tags', 'shop_cards', 'stocks', 'card_count_changes'])
    await sql`VACUUM ANALYZE ${sql.ref(table)}`.execute(db);
}

async function refuseTakenLogin(db: Db, login: string): Promise<void> {
  const known = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(login) = ${login.toLowerCase()}`)
    .executeTakeFirst();
  if (known) throw new Error(`Логин ${login} уже есть. Выберите другой: --login имя`);
}

async function prepareAccount(
  trx: Trx,
  { login }: BigSeedOptions,
  made: readonly MadeShop[],
  facts: { secretKey: Buffer; now: Date },
): Promise<BigAccount> {
  const { id: accountId } = await trx
    .insertInto('accounts')
    .values({ name: 'Большой магазин', is_demo: true, resellup_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: userId } = await trx
    .insertInto('users')
    .values({
      account_id: accountId,
      login,
      name: 'Большой магазин',
      password_hash: await hashPassword(PASSWORD),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const shops = [];
  for (const [color, shop] of made.entries()) {
    const { id, warehouses } = await storeShop(trx, accountId, shop, { color, ...facts });
    shops.push({ id, warehouseId: warehouses[0]?.id ?? 0 });
  }
  return { accountId, userId, shops };
}

async function prepareDirectory(database: Database): Promise<CharacteristicIds> {
  const known = await storedIds(database.db);
  if (known.size > 0) return known;
  await database.transaction((trx) => keepDirectory(trx, ownDirectory()));
  return await storedIds(database.db);
}

interface Making {
  ids: CharacteristicIds;
  random: Random;
  /** Cards stored before this batch. */
  done: number;
}

/** A card with its rows in shops, numbered as the marketplace would. */
function placeCard(card: DemoCard, number: number, account: BigAccount, random: Random) {
  const isDraft = random.chance(0.05);
  const first = random.whole(0, account.shops.length - 1);
  const count = isDraft ? 0 : 1 + Number(random.chance(0.3));
  const places = Array.from({ length: count }, (_, index) => {
    const shop = account.shops[(first + index) % account.shops.length];
    const state: 'PUBLISHED' | 'HAS_ERRORS' = card.isRejected ? 'HAS_ERRORS' : 'PUBLISHED';
    return {
      shopId: shop?.id ?? 0,
      warehouseId: shop?.warehouseId ?? 0,
      nmId: 120_000_000 + number * 5 + index,
      state,
      sizes: card.sizes.map((size, sizeIndex) => ({
        chrtId: 180_000_000 + (number * 2 + index) * 8 + sizeIndex,
        techSize: size.techSize === '' ? '0' : size.techSize,
        skus: size.skus,
        amount: card.hasNoStock ? 0 : random.whole(0, 3) * random.whole(0, 40),
      })),
    };
  });
  // As the summary has them.
  places.sort((one, other) => one.shopId - other.shopId);
  return { card, places, isArchived: !isDraft && random.chance(0.03) };
}

type PlacedCard = ReturnType<typeof placeCard>;

async function storeBatch(
  trx: Trx,
  account: BigAccount,
  cards: readonly DemoCard[],
  { ids, random, done }: Making,
): Promise<void> {
  const placed = cards.map((card, index) => placeCard(card, done + index, account, random));
  await insertAll(
    trx,
    'cards',
    placed.map((one) => cardColumns(account, one, ids)),
  );
  const rows = await trx
    .selectFrom('cards')
    .select(['id', 'vendor_code'])
    .where('account_id', '=', account.accountId)
    .where(
      'vendor_code',
      'in',
      cards.map((card) => card.vendorCode),
    )
    .execute();
  const cardIdOf = new Map(rows.map((row) => [row.vendor_code, row.id]));
  const inShops = placed.flatMap(({ card, places }) =>
    places.map((place) => ({ ...place, card, cardId: cardIdOf.get(card.vendorCode) ?? 0 })),
  );
  const shopCardIds = await insertShopCards(trx, account.accountId, inShops);
  await insertAll(
    trx,
    'stocks',
    inShops.flatMap((place) =>
      place.sizes.map(({ chrtId, amount }) => ({
        warehouse_id: place.warehouseId,
        chrt_id: chrtId,
        account_id: account.accountId,
        shop_card_id: shopCardIds.get(place.nmId) ?? 0,
        amount,
      })),
    ),
  );
}

/** The summary is known beforehand: nothing has to be written twice. */
function cardColumns(account: BigAccount, { card, places, isArchived }: PlacedCard, ids: CharacteristicIds) {
  const { state, ...summary } = summariseCard({
    title: card.title,
    vendor_code: card.vendorCode,
    brand: card.brand,
    sizes: card.sizes,
    shop_cards: places.map((place) => ({
      shop_id: place.shopId,
      vendor_code: card.vendorCode,
      nm_id: place.nmId,
      state: place.state,
      skus: [],
      stock: place.sizes.reduce((sum, size) => sum + size.amount, 0),
    })),
  });
  return {
    account_id: account.accountId,
    vendor_code: card.vendorCode,
    title: card.title,
    description: card.description,
    subject_id: card.subject.id,
    brand: card.brand,
    dimensions: JSON.stringify(card.dimensions),
    characteristics: JSON.stringify(
      characteristicValues(card, ids).map(({ id, values }) => ({ id, values })),
    ),
    sizes: JSON.stringify(card.sizes),
    photos: JSON.stringify(card.photos),
    tags: JSON.stringify(card.tags),
    price_kopecks: card.priceRub * 100,
    discount: card.discount,
    club_discount: card.clubDiscount,
    cost_price_kopecks: card.costRub === null ? null : card.costRub * 100,
    ...summary,
    state: isArchived ? ('ARCHIVED' as const) : state,
    state_before_archive: isArchived ? state : null,
    created_at: card.createdAt,
    updated_at: card.updatedAt,
    updated_by: account.userId,
  };
}

/** Ids by nmId. */
async function insertShopCards(
  trx: Trx,
  accountId: number,
  places: readonly (PlacedCard['places'][number] & { card: DemoCard; cardId: number })[],
): Promise<Map<number, number>> {
  await insertAll(
    trx,
    'shop_cards',
    places.map((place) => ({
      account_id: accountId,
      card_id: place.cardId,
      shop_id: place.shopId,
      vendor_code: place.card.vendorCode,
      nm_id: place.nmId,
      imt_id: null,
      price_kopecks: place.card.priceRub * 100,
      discount: place.card.discount,
      state: place.state,
      errors: JSON.stringify(place.card.isRejected ? ['Бренд не найден в справочнике'] : []),
      sizes: JSON.stringify(place.sizes.map(({ chrtId, techSize, skus }) => ({ chrtId, techSize, skus }))),
    })),
  );
  const rows = await trx
    .selectFrom('shop_cards')
    .select(['id', 'nm_id'])
    .where('account_id', '=', accountId)
    .where(
      'nm_id',
      'in',
      places.map((place) => place.nmId),
    )
    .execute();
  return new Map(rows.map((row) => [row.nm_id ?? 0, row.id]));
}
