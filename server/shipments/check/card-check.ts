import type { CardCheck, CardProblem } from '#contract/card-sending.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { CardContent } from '#contract/cards.ts';
import { nextSelected, resolveSelection } from '#server/cards/selection.ts';
import { notFound } from '#server/errors/http-error.ts';
import { checkBatch, type Characteristics } from './check-batch.ts';
import type { Reader } from '#server/directory/directory.ts';
import { shopBlocker, shopWarning } from './sendable-shop.ts';
import type { QuotaReader } from './shop-quota.ts';
import { findShopTokens } from '#server/shops/repository.ts';

/** Cards of one part of a check: about half a second of work, so that progress is seen and a check is soon left. */
const PART = 1000;
/** Cards looked at by one query: the embedded database answers nobody else meanwhile. */
const BATCH = 50;
/** Nobody reads more; the counts of the shops stay exact. */
const MAX_PROBLEMS = 5000;

export interface CheckInput {
  selection: CardSelection;
  shopIds: readonly number[];
  /** Only the part that begins after this id; absent: all. */
  afterId?: number | undefined;
  /** Of the one selected card: stands in for what is stored. */
  content?: CardContent | undefined;
  /** Nobody waits for the answer any more. */
  isLeft?: () => boolean;
}

/** What would go wrong if these cards were sent to these shops, before anything is sent. Throws 404 for a foreign shop. */
export async function checkCards(
  reader: Reader,
  quotaOf: QuotaReader,
  { selection, shopIds, afterId, content, isLeft = () => false }: CheckInput,
): Promise<CardCheck> {
  const { db, accountId } = reader;
  const shops = (await findShopTokens(db, accountId)).filter((shop) => shopIds.includes(shop.id));
  if (shops.length !== new Set(shopIds).size) throw notFound('Магазин не найден');
  const characteristics: Characteristics = new Map();
  const toUpdate = new Map(shops.map((shop) => [shop.id, 0]));
  const problems: CardProblem[] = [];
  const isPart = afterId !== undefined;
  const { ids, hasMore } = isPart
    ? await nextSelected(db, accountId, selection, { afterId, limit: PART })
    : { ids: await resolveSelection(db, accountId, selection), hasMore: false };
  for (let start = 0; start < ids.length && !isLeft(); start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    const isFull = problems.length >= MAX_PROBLEMS;
    const found = await checkBatch(reader, batch, shopIds, isFull ? null : characteristics, content);
    problems.push(...found.problems);
    for (const shopId of found.updatedShopIds) toUpdate.set(shopId, (toUpdate.get(shopId) ?? 0) + 1);
  }
  const cards = ids.length;
  return {
    cards,
    problems: problems.slice(0, MAX_PROBLEMS),
    shops: await Promise.all(
      shops.map(async (shop) => {
        const updates = toUpdate.get(shop.id) ?? 0;
        const toCreate = cards - updates;
        const isFirst = (afterId ?? 0) === 0;
        const quota = isFirst ? await quotaOf(reader, shop) : null;
        const blocker = shopBlocker(shop, toCreate, quota);
        return {
          shopId: shop.id,
          toCreate,
          toUpdate: updates,
          quota,
          problem: blocker ?? shopWarning(shop),
          isBlocked: blocker !== null,
        };
      }),
    ),
    ...(isPart ? { nextAfterId: hasMore ? (ids.at(-1) ?? null) : null } : {}),
  };
}
