import { translate } from '#server/marketplace/error-texts.ts';
import { MAX_GOODS_PER_PRICE_TASK } from '#server/marketplace/price-operations.ts';
import { guessField } from './field-guess.ts';
import { plural } from './plural.ts';
import type { ItemError } from './save-progress.ts';
import { isAsWanted, passPricePart } from './send-prices-step.ts';
import { fail, lookAgain, type StepContext } from './step.ts';
import { graceMs, nextLookInMs } from './timing.ts';
import { findDueItems, type FullItem } from './work-items.ts';

/** Asks how the oldest upload of prices went, and reads the prices back. */
export async function confirmPrices(context: StepContext): Promise<'worked' | 'idle'> {
  const { db, run, client, timing } = context;
  const due = await findDueItems(db, run, {
    stage: 'DISCOUNTS',
    state: 'sent',
    limit: MAX_GOODS_PER_PRICE_TASK,
  });
  const [first] = due;
  if (!first || first.priceUploadId === null) return 'idle';
  const uploadId = first.priceUploadId;
  const batch = due.filter((item) => item.priceUploadId === uploadId);
  const task = await client.priceTask(uploadId);
  if (task === null || task.uploadId !== uploadId || task.status === 'running') {
    await lookLater(context, batch, task?.status === 'running');
    return 'worked';
  }
  if (task.status === 'cancelled') {
    await failAll(context, batch, { code: 'cancelled', message: 'Wildberries отменил загрузку цен' });
    return 'worked';
  }
  const refused = task.status === 'done' ? new Map<number, string>() : await readRefused(context, uploadId);
  const failed = batch.filter((item) => refused.has(item.nmId ?? 0));
  const errors = new Map(failed.map((item) => [item.id, [errorOf(refused.get(item.nmId ?? 0) ?? '')]]));
  const accepted = batch.filter((item) => !failed.includes(item));
  const goods =
    accepted.length > 0 ? await client.listPrices(accepted.flatMap((item) => item.nmId ?? [])) : [];
  const byNmId = new Map(goods.map((one) => [one.nmId, one]));
  const set = accepted.filter((item) => isAsWanted(context, item, byNmId.get(item.nmId ?? 0)));
  const notSet = accepted.filter((item) => !set.includes(item));
  for (const item of notSet) errors.set(item.id, [NOT_SET_ERROR]);
  const isLate = notSet.length > 0 && Date.now() - (first.sentAtMs ?? 0) > timing.syncWithinMs;
  await context.save({
    items: [
      ...set.map((item) => passPricePart(context, item)),
      ...failed.map(fail),
      // The list of prices may be a little behind the task.
      ...notSet.map((item) => (isLate ? fail(item) : lookAgain(item, nextLookInMs(0, timing)))),
    ],
    errors: isLate ? errors : new Map([...errors].filter(([id]) => !notSet.some((item) => item.id === id))),
    ...(failed.length > 0 ? { event: refusedEvent(context, failed.length) } : {}),
  });
  return 'worked';
}

const NOT_SET_ERROR: ItemError = {
  code: 'not_set',
  message: 'Wildberries принял цену, но не изменил её',
  field: 'priceKopecks',
};

const LATE_ERROR: ItemError = {
  code: 'timeout',
  message: 'Wildberries не обработал цены за час',
  field: null,
};

async function lookLater(
  context: StepContext,
  batch: readonly FullItem[],
  isRunning: boolean,
): Promise<void> {
  const { timing } = context;
  const age = Date.now() - Math.min(...batch.map((item) => item.sentAtMs ?? 0));
  if (age > timing.confirmWithinMs) {
    await failAll(context, batch, LATE_ERROR);
    return;
  }
  if (!isRunning && age > graceMs(timing)) {
    // Nobody knows the upload: the prices themselves are looked at, and what is not set is sent again.
    await context.save({ items: batch.map((item) => ({ ...item, state: 'waiting', nextCheckAtMs: null })) });
    return;
  }
  await context.save({ items: batch.map((item) => lookAgain(item, nextLookInMs(age, timing))) });
}

async function failAll(context: StepContext, batch: readonly FullItem[], error: ItemError): Promise<void> {
  await context.save({
    items: batch.map(fail),
    errors: new Map(batch.map((item) => [item.id, [error]])),
    event: refusedEvent(context, batch.length),
  });
}

/** By nmID: why its price was refused. */
async function readRefused({ client }: StepContext, uploadId: number): Promise<Map<number, string>> {
  const refused = new Map<number, string>();
  for (let offset = 0; ; offset += MAX_GOODS_PER_PRICE_TASK) {
    const goods = await client.priceTaskGoods(uploadId, offset);
    for (const one of goods) if (one.isFailed) refused.set(one.nmId, one.errorText);
    if (goods.length < MAX_GOODS_PER_PRICE_TASK) return refused;
  }
}

function errorOf(text: string): ItemError {
  const { detail, code } = translate(text === '' ? 'Wildberries не принял цену' : text);
  return { message: detail, code, field: guessField(detail, []) ?? 'priceKopecks' };
}

function refusedEvent({ shopName }: StepContext, count: number): string {
  return `«${shopName}» не принял цены: ${plural(count, ['карточка', 'карточки', 'карточек'])}`;
}
