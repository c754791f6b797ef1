import type { Database } from '#server/db/database.ts';
import type { ApplicationStep } from '#server/db/schema.ts';
import { translate } from '#server/marketplace/error-texts.ts';
import { MAX_GOODS_PER_PRICE_TASK } from '#server/marketplace/price-operations.ts';
import { readGoods } from '../promotion-cards.ts';
import {
  findCardsAtWork,
  keepStep,
  type ApplicationAtWork,
  type CardAtWork,
  type CardOutcome,
} from './application-at-work.ts';
import type { ApplicationClient } from './send-step.ts';

/** The marketplace says of an upload how it went; so long it may not, and so long the goods may be where they were. */
const TASK_WITHIN_MS = 60 * 60_000;
const GOODS_WITHIN_MS = 10 * 60_000;

/** Reads back what the marketplace has made of an upload. Throws MarketplaceError; what was read until then is kept. */
export async function confirmStep(
  database: Database,
  client: ApplicationClient,
  application: ApplicationAtWork,
  step: ApplicationStep,
): Promise<void> {
  const cards = await findCardsAtWork(database, application, step);
  const keep = (outcomes: readonly CardOutcome[]) => keepStep(database, application, step, outcomes);
  const uploadId = step.uploadId ?? 0;
  const task = await client.priceTask(uploadId);
  const status = task?.uploadId === uploadId ? task.status : 'running';

  if (status === 'running') {
    if (!application.uploadNow && (await waitsForStart(client, uploadId))) {
      const refused = await refusedAmong(cards, (offset) => client.bufferedTaskGoods(uploadId, offset));
      const isRefused = new Set(refused.map(({ nmId }) => nmId));
      const waiting = cards.filter(({ nmId }) => !isRefused.has(nmId));
      step.state = waiting.length === 0 ? 'OVER' : 'SCHEDULED';
      await keep([...refused, ...waiting.map(({ nmId }) => outcome(nmId, 'SCHEDULED'))]);
    } else if (ageSince(step) > TASK_WITHIN_MS) {
      await giveUp('Wildberries принял заявку и за час не сказал, чем она кончилась. Проверьте в кабинете');
    }
    return;
  }
  if (status === 'cancelled') {
    step.state = 'OVER';
    await keep(cards.map(({ nmId }) => outcome(nmId, 'REFUSED', 'Wildberries отменил загрузку')));
    return;
  }
  const refused = await refusedAmong(cards, (offset) => client.priceTaskGoods(uploadId, offset));
  const inAction = new Set(
    (await readGoods(client, application.wbPromotionId, true)).map(({ nmId }) => nmId),
  );
  const isSettled = new Set(refused.map(({ nmId }) => nmId));
  const left = cards.filter(({ nmId }) => !isSettled.has(nmId));
  const isThere = ({ nmId }: CardAtWork) => inAction.has(nmId) === (application.kind === 'JOIN');
  const confirmed = left.filter(isThere).map(({ nmId }) => outcome(nmId, 'CONFIRMED'));
  const open = left.length - confirmed.length;
  if (open === 0) step.state = 'OVER';
  await keep([...refused, ...confirmed]);
  if (open > 0 && ageSince(step) > GOODS_WITHIN_MS) {
    await giveUp(
      application.kind === 'JOIN'
        ? 'Цена изменена, но Wildberries не показывает карточку среди участников акции'
        : 'Скидка изменена, но Wildberries всё ещё показывает карточку в акции. Исключите её в кабинете',
    );
  }

  async function giveUp(reason: string): Promise<void> {
    step.state = 'OVER';
    const still = await findCardsAtWork(database, application, step);
    await keep(still.map(({ nmId }) => outcome(nmId, 'UNCONFIRMED', reason)));
  }
}

/** From when on it could be there: its sending, or the start of the promotion that it waited for. */
function ageSince({ state, sentAtMs, startsAtMs }: ApplicationStep): number {
  const since = state === 'SCHEDULED' ? Math.max(startsAtMs, sentAtMs ?? 0) : (sentAtMs ?? Date.now());
  return Date.now() - since;
}

async function waitsForStart(client: ApplicationClient, uploadId: number): Promise<boolean> {
  const task = await client.bufferedTask(uploadId);
  return task?.uploadId === uploadId;
}

type ReadPage = (offset: number) => Promise<{ nmId: number; isFailed: boolean; errorText: string }[]>;

async function refusedAmong(cards: readonly CardAtWork[], read: ReadPage): Promise<CardOutcome[]> {
  const ours = new Set(cards.map(({ nmId }) => nmId));
  const refused: CardOutcome[] = [];
  for (let offset = 0; ; offset += MAX_GOODS_PER_PRICE_TASK) {
    const goods = await read(offset);
    for (const { nmId, isFailed, errorText } of goods) {
      if (!isFailed || !ours.has(nmId)) continue;
      refused.push(outcome(nmId, 'REFUSED', translate(errorText || 'Wildberries не принял цену').detail));
    }
    if (goods.length < MAX_GOODS_PER_PRICE_TASK) return refused;
  }
}

function outcome(nmId: number, state: CardOutcome['state'], reason: string | null = null): CardOutcome {
  return { nmId, state, reason };
}
