import { MAX_GOODS_PER_PRICE_TASK, type PricedGoods } from '#server/marketplace/price-operations.ts';
import { priceRub } from '#server/shipments/store/card-snapshot.ts';
import type { ItemError } from '#server/shipments/store/save-progress.ts';
import { holdBelowFloor } from './below-floor.ts';
import { fail, lookAgain, passStage, type StepContext } from './step.ts';
import { nextLookInMs } from '#server/shipments/rules/timing.ts';
import { findDueConfirmed, type Confirmed } from '#server/shipments/store/confirmed-items.ts';
import type { FullItem, WorkItem } from '#server/shipments/store/work-items.ts';

/** Uploads that change nothing, though they were accepted. */
const UPLOADS_AT_MOST = 3;

/**
 * Reads the prices that are set. What is as wanted goes on, also after a call without an answer: nothing is sent twice. What
 * differs is uploaded in the next step.
 */
export async function lookAtPrices(context: StepContext): Promise<'worked' | 'idle'> {
  const { db, run, client } = context;
  const due = await findDueConfirmed(db, run, {
    stage: 'DISCOUNTS',
    priceStep: 'LOOK',
    limit: MAX_GOODS_PER_PRICE_TASK,
  });
  if (due.length === 0) return 'idle';
  const unpriced = due.filter((item) => isUnpriced(context, item));
  if (unpriced.length > 0) await failAll(context, unpriced, UNPRICED_ERROR);
  const priced = await holdBelowFloor(
    context,
    due.filter((item) => !unpriced.includes(item)),
  );
  if (priced.length === 0) return 'worked';

  const goods = await client.listPrices(priced.map((item) => item.nmId));
  const byNmId = new Map(goods.map((one) => [one.nmId, one]));
  const known = priced.filter((item) => byNmId.has(item.nmId));
  const set = known.filter((item) => isAsWanted(context, item, byNmId.get(item.nmId)));
  const different = known.filter((item) => !set.includes(item));
  const ignored = different.filter((item) => item.attempts >= UPLOADS_AT_MOST);
  await context.save({
    items: [
      ...set.map((item) => passPricePart(context, item)),
      ...different
        .filter((item) => !ignored.includes(item))
        .map((item) => ({
          ...item,
          priceStep: 'UPLOAD' as const,
          state: 'waiting' as const,
          nextCheckAtMs: null,
        })),
    ],
  });
  if (ignored.length > 0) await failAll(context, ignored, IGNORED_ERROR);
  await waitForSync(
    context,
    priced.filter((item) => !known.includes(item)),
  );
  return 'worked';
}

const UNPRICED_ERROR: ItemError = {
  code: 'price_missing',
  message: 'Не указана цена',
  field: 'priceKopecks',
};

const IGNORED_ERROR: ItemError = {
  code: 'not_set',
  message: 'Wildberries принял цену, но не изменил её',
  field: 'priceKopecks',
};

function isUnpriced({ options }: StepContext, item: FullItem): boolean {
  return item.pricePart === 'PRICE' && options.withPrices && priceRub(item.snapshot) <= 0;
}

/** The club's discount is set after the price; then the stage is over. */
export function passPricePart(context: StepContext, item: Confirmed<FullItem>): WorkItem {
  const isClubDue = item.pricePart === 'PRICE' && context.options.withDiscounts;
  if (!isClubDue) return passStage(item, context.options);
  return {
    ...item,
    pricePart: 'CLUB',
    priceStep: 'LOOK',
    state: 'waiting',
    attempts: 0,
    sentAtMs: null,
    mustLookFirst: false,
    nextCheckAtMs: null,
    priceUploadId: null,
  };
}

/** Whether the marketplace has the prices that the item wants. */
function isAsWanted({ options }: StepContext, item: FullItem, goods: PricedGoods | undefined): boolean {
  if (!goods) return false;
  if (item.pricePart === 'CLUB') return goods.clubDiscount === item.snapshot.clubDiscount;
  const isPriceSet =
    !options.withPrices || goods.sizes.every((size) => size.priceRub === priceRub(item.snapshot));
  return isPriceSet && (!options.withDiscounts || goods.discount === item.snapshot.discount);
}

/** Prices learn of a new card up to half an hour later. */
export async function waitForSync(context: StepContext, items: readonly FullItem[]): Promise<void> {
  if (items.length === 0) return;
  const { timing } = context;
  const age = (item: WorkItem) => Date.now() - item.stageStartedAtMs;
  const late = items.filter((item) => age(item) > timing.syncWithinMs);
  const early = items.filter((item) => !late.includes(item));
  await context.save({
    items: early.map((item) => lookAgain({ ...item, priceStep: 'LOOK' }, nextLookInMs(age(item), timing))),
  });
  if (late.length > 0) await failAll(context, late, UNKNOWN_ERROR);
}

const UNKNOWN_ERROR: ItemError = {
  code: 'goods_unknown',
  message: 'Wildberries полчаса не показывает карточку в ценах',
  field: null,
};

async function failAll(context: StepContext, items: readonly WorkItem[], error: ItemError): Promise<void> {
  await context.save({
    items: items.map(fail),
    errors: new Map(items.map((item) => [item.id, [error]])),
  });
}
