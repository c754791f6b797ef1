import type { MarketplaceError } from '#server/marketplace/errors.ts';
import { MAX_GOODS_PER_PRICE_TASK } from '#server/marketplace/price-operations.ts';
import { priceRub } from '#server/shipments/store/card-snapshot.ts';
import { holdBelowFloor } from './below-floor.ts';
import { passPricePart, waitForSync } from './look-at-prices-step.ts';
import { batchSize } from './send-cards-step.ts';
import { fail, isRejected, itemErrorOf, type StepContext } from './step.ts';
import { nextLookInMs } from '#server/shipments/rules/timing.ts';
import { findDueConfirmed, type Confirmed } from '#server/shipments/store/confirmed-items.ts';
import type { FullItem } from '#server/shipments/store/work-items.ts';

/** Uploads the prices, or the club's discounts, that differ from what is set. The same upload twice is one task. */
export async function uploadPrices(context: StepContext): Promise<'worked' | 'idle'> {
  const { db, run } = context;
  const due = await findDueConfirmed(db, run, {
    stage: 'DISCOUNTS',
    priceStep: 'UPLOAD',
    limit: MAX_GOODS_PER_PRICE_TASK,
  });
  const [first] = due;
  if (!first) return 'idle';
  const batch = due
    .filter((item) => item.pricePart === first.pricePart && item.attempts === first.attempts)
    .slice(0, batchSize(first.attempts, MAX_GOODS_PER_PRICE_TASK));
  // Between the look and the upload a limit of the marketplace may lie, and with it hours in which a floor is set.
  const sendable = first.pricePart === 'CLUB' ? batch : await holdBelowFloor(context, batch);
  if (sendable.length === 0) return 'worked';
  try {
    await upload(context, sendable);
  } catch (error) {
    if (!isRejected(error)) throw error;
    await takeRefusal(context, sendable, error);
  }
  return 'worked';
}

async function upload(context: StepContext, batch: readonly Confirmed<FullItem>[]): Promise<void> {
  const { client, options, timing, shopName } = context;
  const isClub = batch[0]?.pricePart === 'CLUB';
  const { uploadId } = isClub
    ? await client.uploadClubDiscounts(
        batch.map((item) => ({ nmId: item.nmId, clubDiscount: item.snapshot.clubDiscount })),
      )
    : await client.uploadPrices(
        batch.map((item) => ({
          nmId: item.nmId,
          ...(options.withPrices ? { priceRub: priceRub(item.snapshot) } : {}),
          ...(options.withDiscounts ? { discount: item.snapshot.discount } : {}),
        })),
      );
  await context.save({
    items: batch.map((item) => ({
      ...item,
      state: 'sent' as const,
      priceStep: 'TASK' as const,
      priceUploadId: uploadId,
      sentAtMs: Date.now(),
      mustLookFirst: false,
      nextCheckAtMs: Date.now() + nextLookInMs(0, timing),
    })),
    event: `${isClub ? 'Скидки WB Клуба' : 'Цены и скидки'} отправлены в «${shopName}»: ${String(batch.length)}`,
  });
}

async function takeRefusal(
  context: StepContext,
  batch: readonly Confirmed<FullItem>[],
  error: MarketplaceError,
): Promise<void> {
  if (error.code === 'already_set') {
    await context.save({ items: batch.map((item) => passPricePart(context, item)) });
    return;
  }
  if (batch.length > 1) {
    // One of them is refused, and nobody says which: they go out in parts.
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
