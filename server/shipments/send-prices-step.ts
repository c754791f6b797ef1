import type { MarketplaceError } from '#server/marketplace/errors.ts';
import { MAX_GOODS_PER_PRICE_TASK, type PricedGoods } from '#server/marketplace/price-operations.ts';
import { priceRub } from './card-snapshot.ts';
import type { ItemError } from './save-progress.ts';
import { batchSize } from './send-cards-step.ts';
import { fail, isRejected, itemErrorOf, lookAgain, passStage, type StepContext } from './step.ts';
import { nextLookInMs } from './timing.ts';
import { findDueItems, type FullItem, type WorkItem } from './work-items.ts';

/** Sets price and discount, then the club's discount, of what differs from what is set. */
export async function sendPrices(context: StepContext): Promise<'worked' | 'idle'> {
  const { db, run, client } = context;
  const due = await findDueItems(db, run, {
    stage: 'DISCOUNTS',
    state: 'waiting',
    limit: MAX_GOODS_PER_PRICE_TASK,
  });
  const [first] = due;
  if (!first) return 'idle';
  const batch = due
    .filter((item) => item.pricePart === first.pricePart && item.attempts === first.attempts)
    .slice(0, batchSize(first.attempts, MAX_GOODS_PER_PRICE_TASK));
  const unpriced = batch.filter(
    (item) => item.pricePart === 'PRICE' && context.options.withPrices && priceRub(item.snapshot) <= 0,
  );
  const priced = batch.filter((item) => !unpriced.includes(item));
  if (unpriced.length > 0) await failUnpriced(context, unpriced);
  if (priced.length === 0) return 'worked';

  // What is set decides, also after a call without an answer: nothing is sent twice.
  const goods = await client.listPrices(priced.flatMap((item) => item.nmId ?? []));
  const byNmId = new Map(goods.map((one) => [one.nmId, one]));
  const known = priced.filter((item) => byNmId.has(item.nmId ?? 0));
  await waitForSync(
    context,
    priced.filter((item) => !known.includes(item)),
  );
  const isSet = (item: FullItem) => isAsWanted(context, item, byNmId.get(item.nmId ?? 0));
  const same = known.filter(isSet);
  if (same.length > 0) await context.save({ items: same.map((item) => passPricePart(context, item)) });
  const different = known.filter((item) => !isSet(item));
  if (different.length > 0) await upload(context, different);
  return 'worked';
}

/** The club's discount is set after the price; then the stage is over. */
export function passPricePart(context: StepContext, item: FullItem): WorkItem {
  const isClubDue = item.pricePart === 'PRICE' && context.options.withDiscounts;
  if (!isClubDue) return passStage({ ...item, pricePart: 'PRICE' }, context.options);
  return {
    ...item,
    pricePart: 'CLUB',
    state: 'waiting',
    attempts: 0,
    sentAtMs: null,
    nextCheckAtMs: null,
    priceUploadId: null,
  };
}

/** Whether the marketplace has the prices that the item wants. */
export function isAsWanted(
  { options }: Pick<StepContext, 'options'>,
  item: FullItem,
  goods: PricedGoods | undefined,
): boolean {
  if (!goods) return false;
  if (item.pricePart === 'CLUB') return goods.clubDiscount === item.snapshot.clubDiscount;
  const isPriceSet =
    !options.withPrices || goods.sizes.every((size) => size.priceRub === priceRub(item.snapshot));
  return isPriceSet && (!options.withDiscounts || goods.discount === item.snapshot.discount);
}

async function upload(context: StepContext, batch: readonly FullItem[]): Promise<void> {
  const { client, options, timing } = context;
  const isClub = batch[0]?.pricePart === 'CLUB';
  try {
    const { uploadId } = isClub
      ? await client.uploadClubDiscounts(
          batch.map((item) => ({ nmId: item.nmId ?? 0, clubDiscount: item.snapshot.clubDiscount })),
        )
      : await client.uploadPrices(
          batch.map((item) => ({
            nmId: item.nmId ?? 0,
            ...(options.withPrices ? { priceRub: priceRub(item.snapshot) } : {}),
            ...(options.withDiscounts ? { discount: item.snapshot.discount } : {}),
          })),
        );
    await context.save({
      items: batch.map((item) => ({
        ...item,
        state: 'sent' as const,
        priceUploadId: uploadId,
        sentAtMs: Date.now(),
        nextCheckAtMs: Date.now() + nextLookInMs(0, timing),
      })),
      event: `${isClub ? 'Скидки WB Клуба' : 'Цены и скидки'} отправлены в «${context.shopName}»: ${String(batch.length)}`,
    });
  } catch (error) {
    if (!isRejected(error)) throw error;
    await takeRefusal(context, batch, error);
  }
}

async function takeRefusal(
  context: StepContext,
  batch: readonly FullItem[],
  error: MarketplaceError,
): Promise<void> {
  if (error.code === 'already_set') {
    await context.save({ items: batch.map((item) => passPricePart(context, item)) });
    return;
  }
  if (batch.length > 1) {
    await context.save({ items: batch.map((item) => ({ ...item, attempts: item.attempts + 1 })) });
    return;
  }
  if (error.code === 'goods_unknown') {
    await waitForSync(context, batch);
    return;
  }
  await context.save({
    items: batch.map(fail),
    errors: new Map(batch.map((item) => [item.id, [itemErrorOf(error)]])),
  });
}

/** Prices learn of a new card up to half an hour later. */
async function waitForSync(context: StepContext, items: readonly FullItem[]): Promise<void> {
  if (items.length === 0) return;
  const { timing } = context;
  const age = (item: WorkItem) => Date.now() - item.stageStartedAtMs;
  const late = items.filter((item) => age(item) > timing.syncWithinMs);
  await context.save({
    items: items.map((item) =>
      late.includes(item) ? fail(item) : lookAgain(item, nextLookInMs(age(item), timing)),
    ),
    errors: new Map(
      late.map((item) => [
        item.id,
        [
          {
            code: 'goods_unknown',
            message: 'Wildberries полчаса не показывает карточку в ценах',
            field: null,
          },
        ],
      ]),
    ),
  });
}

async function failUnpriced(context: StepContext, items: readonly FullItem[]): Promise<void> {
  const error: ItemError = {
    code: 'price_missing',
    message: 'Не указана цена',
    field: 'priceKopecks',
  };
  await context.save({ items: items.map(fail), errors: new Map(items.map((item) => [item.id, [error]])) });
}
