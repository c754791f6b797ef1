import type { Shop } from '#contract/shops.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { Reader } from '#server/directory/directory.ts';

const KEPT_MS = 60_000;
/** A check must not stand still because of a number that may be left out. */
const PATIENCE_MS = 2000;

/** How many more cards the marketplace lets the shop create; null when it cannot be asked. */
export type QuotaReader = (reader: Reader, shop: Pick<Shop, 'id'>) => Promise<number | null>;

/** Asks once a minute for each shop: the limits of the call are low. */
export function createQuotaReader(): QuotaReader {
  const kept = new Map<number, { limit: number | null; untilMs: number }>();
  return async (reader, shop) => {
    const known = kept.get(shop.id);
    const isFresh = known !== undefined && known.untilMs > Date.now();
    const limit = isFresh ? known.limit : await askLimit(reader, shop);
    if (!isFresh) kept.set(shop.id, { limit, untilMs: Date.now() + KEPT_MS });
    return limit === null ? null : Math.max(0, limit - (await countPublished(reader, shop.id)));
  };
}

async function askLimit(
  { db, marketplace, accountId }: Reader,
  shop: Pick<Shop, 'id'>,
): Promise<number | null> {
  try {
    const client = await marketplace.forShop(db, accountId, shop.id, { patienceMs: PATIENCE_MS });
    const { free, paid } = await client.cardQuota();
    return free + paid;
  } catch (error) {
    if (error instanceof MarketplaceError) return null;
    throw error;
  }
}

async function countPublished({ db, accountId }: Reader, shopId: number): Promise<number> {
  const { count } = await db
    .selectFrom('shop_cards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('nm_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}
