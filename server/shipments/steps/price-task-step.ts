import { translate } from '#server/marketplace/error-texts.ts';
import { MAX_GOODS_PER_PRICE_TASK } from '#server/marketplace/price-operations.ts';
import { guessField } from './field-guess.ts';
import { plural } from '#server/text/plural.ts';
import type { ItemError } from '#server/shipments/store/save-progress.ts';
import { fail, lookAgain, type StepContext } from './step.ts';
import { graceMs, nextLookInMs } from '#server/shipments/rules/timing.ts';
import { findDueConfirmed, type Confirmed } from '#server/shipments/store/confirmed-items.ts';
import type { FullItem, PriceStep, WorkItem } from '#server/shipments/store/work-items.ts';

/** Asks how the oldest upload of prices went. */
export async function askPriceTask(context: StepContext): Promise<'worked' | 'idle'> {
  const batch = await oldestUpload(context, 'TASK');
  const uploadId = batch[0]?.priceUploadId ?? null;
  if (uploadId === null) return 'idle';
  const task = await context.client.priceTask(uploadId);
  const status = task?.uploadId === uploadId ? task.status : 'unknown';
  if (status === 'cancelled') await failAll(context, batch, CANCELLED_ERROR);
  else if (status === 'running' || status === 'unknown') await askLater(context, batch, status);
  else if (status === 'done') await context.save({ items: batch.map(readBack) });
  else await context.save({ items: batch.map((item) => ({ ...item, priceStep: 'REASONS' as const })) });
  return 'worked';
}

/** Asks which goods of an upload were refused, and why. */
export async function askRefusedPrices(context: StepContext): Promise<'worked' | 'idle'> {
  const batch = await oldestUpload(context, 'REASONS');
  const uploadId = batch[0]?.priceUploadId ?? null;
  if (uploadId === null) return 'idle';
  const goods = await context.client.priceTaskGoods(uploadId);
  const refused = new Map(goods.filter((one) => one.isFailed).map((one) => [one.nmId, one.errorText]));
  const failed = batch.filter((item) => refused.has(item.nmId));
  await context.save({
    items: [...failed.map(fail), ...batch.filter((item) => !failed.includes(item)).map(readBack)],
    errors: new Map(failed.map((item) => [item.id, [errorOf(refused.get(item.nmId) ?? '')]])),
    ...(failed.length > 0 ? { event: refusedEvent(context, failed.length) } : {}),
  });
  return 'worked';
}

const CANCELLED_ERROR: ItemError = { code: 'cancelled', message: 'Wildberries отменил загрузку цен' };
const LATE_ERROR: ItemError = {
  code: 'timeout',
  message: 'Wildberries не обработал цены за час',
  field: null,
};

async function oldestUpload(context: StepContext, priceStep: PriceStep): Promise<Confirmed<FullItem>[]> {
  const due = await findDueConfirmed(context.db, context.run, {
    stage: 'DISCOUNTS',
    priceStep,
    limit: MAX_GOODS_PER_PRICE_TASK,
  });
  return due.filter((item) => item.priceUploadId === due[0]?.priceUploadId);
}

/** The upload is over: the prices themselves are looked at. */
function readBack(item: WorkItem): WorkItem {
  return {
    ...item,
    state: 'waiting',
    priceStep: 'LOOK',
    priceUploadId: null,
    attempts: item.attempts + 1,
    nextCheckAtMs: null,
  };
}

async function askLater(
  context: StepContext,
  batch: readonly FullItem[],
  status: 'running' | 'unknown',
): Promise<void> {
  const { timing } = context;
  const age = Date.now() - Math.min(...batch.map((item) => item.sentAtMs ?? 0));
  if (age > timing.confirmWithinMs) {
    await failAll(context, batch, LATE_ERROR);
    return;
  }
  const isLost = status === 'unknown' && age > graceMs(timing);
  await context.save({
    items: batch.map((item) => (isLost ? readBack(item) : lookAgain(item, nextLookInMs(age, timing)))),
  });
}

async function failAll(context: StepContext, batch: readonly FullItem[], error: ItemError): Promise<void> {
  await context.save({
    items: batch.map(fail),
    errors: new Map(batch.map((item) => [item.id, [error]])),
    event: refusedEvent(context, batch.length),
  });
}

function errorOf(text: string): ItemError {
  const { detail, code } = translate(text === '' ? 'Wildberries не принял цену' : text);
  return { message: detail, code, field: guessField(detail, []) ?? 'priceKopecks' };
}

function refusedEvent({ shopName }: StepContext, count: number): string {
  return `«${shopName}» не принял цены: ${plural(count, ['карточка', 'карточки', 'карточек'])}`;
}
