import type { Database } from '#server/db/database.ts';
import type { ApplicationStep } from '#server/db/schema.ts';
import { MarketplaceError, mayPass } from '#server/marketplace/errors.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { roubles } from '#server/text/roubles.ts';
import { readGoods, toKopecks, type PromotionGoods } from '../promotion-cards.ts';
import {
  findCardsAtWork,
  keepStep,
  type ApplicationAtWork,
  type CardAtWork,
  type CardOutcome,
} from './application-at-work.ts';

export type ApplicationClient = Pick<
  ShopClient,
  | 'promotionGoods'
  | 'joinPromotion'
  | 'uploadPrices'
  | 'priceTask'
  | 'priceTaskGoods'
  | 'bufferedTask'
  | 'bufferedTaskGoods'
>;

/**
 * Looks at what the marketplace has and offers now, and sends what is still as it was seen: each card goes out once, whenever a process
 * dies. Throws MarketplaceError when it may pass.
 */
export async function sendStep(
  database: Database,
  client: ApplicationClient,
  application: ApplicationAtWork,
  step: ApplicationStep,
): Promise<void> {
  const cards = await findCardsAtWork(database, application, step);
  const goods = await readAllGoods(client, application.wbPromotionId);
  const outcomes = cards.flatMap((card) => outcomeBefore(application, card, goods.get(card.nmId)) ?? []);
  const settled = new Set(outcomes.map(({ nmId }) => nmId));
  const wanted = cards.filter(({ nmId }) => !settled.has(nmId));
  if (wanted.length === 0) {
    step.state = 'OVER';
    await keepStep(database, application, step, outcomes);
    return;
  }
  step.isBegun = true;
  await keepStep(database, application, step, outcomes);
  try {
    const { uploadId } = await upload(client, application, wanted);
    step.uploadId = uploadId;
    step.sentAtMs = Date.now();
    step.state = 'SENT';
    await keepStep(
      database,
      application,
      step,
      wanted.map(({ nmId }) => ({ nmId, state: 'SENT', reason: null })),
    );
  } catch (error) {
    if (!(error instanceof MarketplaceError) || mayPass(error)) throw error;
    await refuseStep(database, application, step, error.detail.join('. '));
  }
}

/** The reason stands by each card, and by the shop. */
export async function refuseStep(
  database: Database,
  application: ApplicationAtWork,
  step: ApplicationStep,
  reason: string,
): Promise<void> {
  const cards = await findCardsAtWork(database, application, step);
  step.state = 'OVER';
  step.problem = reason;
  await keepStep(
    database,
    application,
    step,
    cards.map(({ nmId }) => ({ nmId, state: 'REFUSED', reason })),
  );
}

async function readAllGoods(
  client: Pick<ShopClient, 'promotionGoods'>,
  wbPromotionId: number,
): Promise<Map<number, PromotionGoods>> {
  const goods = [
    ...(await readGoods(client, wbPromotionId, true)),
    ...(await readGoods(client, wbPromotionId, false)),
  ];
  return new Map(goods.map((one) => [one.nmId, one]));
}

/** What is known of a card without sending it; null: it is to be sent. */
function outcomeBefore(
  { kind }: ApplicationAtWork,
  card: CardAtWork,
  goods: PromotionGoods | undefined,
): CardOutcome | null {
  const { nmId } = card;
  const refused = (reason: string): CardOutcome => ({ nmId, state: 'REFUSED', reason });
  if (!goods) return refused('Wildberries больше не предлагает эту карточку в акцию');
  // After a call whose answer is lost, too.
  if (goods.isInAction === (kind === 'JOIN')) return { nmId, state: 'CONFIRMED', reason: null };
  if (card.floorKopecks !== null && card.newPriceKopecks < card.floorKopecks) {
    return refused(`Ниже минимальной цены ${roubles(card.floorKopecks)}: не отправлена`);
  }
  const price = toKopecks(goods.planPriceRub);
  const isOther =
    kind === 'JOIN' && (price !== card.newPriceKopecks || goods.planDiscount !== card.newDiscount);
  if (!isOther) return null;
  return refused(
    `Цена акции изменилась: была ${roubles(card.newPriceKopecks)}, стала ${roubles(price)}. Посмотрите ещё раз`,
  );
}

async function upload(
  client: ApplicationClient,
  { kind, wbPromotionId, uploadNow }: ApplicationAtWork,
  cards: readonly CardAtWork[],
): Promise<{ uploadId: number }> {
  if (kind === 'LEAVE') {
    return await client.uploadPrices(cards.map(({ nmId, newDiscount }) => ({ nmId, discount: newDiscount })));
  }
  return await client.joinPromotion(
    wbPromotionId,
    cards.map(({ nmId }) => nmId),
    uploadNow,
  );
}
