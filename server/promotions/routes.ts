import type { FastifyInstance } from 'fastify';
import {
  applyPromotionEndpoint,
  getPromotionEndpoint,
  listPromotionCardsEndpoint,
  listPromotionsEndpoint,
  type Promotion,
} from '#contract/promotions.ts';
import { findSyncProblems, readSyncCursor } from '#server/sync/sync-cursors.ts';
import type { Deps } from '#server/jobs/deps.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest, conflict, notFound } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import { findPromotions } from './find-promotions.ts';
import { readPromotionCards } from './promotion-cards.ts';
import { storePromotionCounts } from './store-promotions.ts';
import { enqueuePromotionsSync, PROMOTIONS_FRESH_MS, refreshPromotions } from './sync-promotions-job.ts';

export function registerPromotionRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listPromotionsEndpoint, async ({ db, session, query }) => {
    const { accountId } = session;
    const shopIds = await readShopIds(db, accountId, query.shop);
    const syncedAt = await bringUpToDate(deps, db, accountId, shopIds);
    return {
      promotions: await findPromotions(db, accountId, { shopIds, period: query.period }, new Date()),
      problems: await findSyncProblems(db, accountId, shopIds, ['promotions']),
      syncedAt,
    };
  });

  serve(app, getPromotionEndpoint, ({ db, session, params }) =>
    promotionOr404(db, session.accountId, params.id),
  );

  serve(app, listPromotionCardsEndpoint, async ({ db, session, params }) => {
    const promotion = await promotionOr404(db, session.accountId, params.id);
    const cards = await readPromotionCards(db, session, promotion, () =>
      deps.marketplace.forShop(db, session.accountId, promotion.shopId),
    );
    if (promotion.type === 'regular' && promotion.period !== 'past') {
      const inActionCount = cards.filter((card) => card.isInAction).length;
      const availableCount = cards.length - inActionCount;
      await storePromotionCounts(db, session.accountId, promotion.id, { inActionCount, availableCount });
    }
    return cards;
  });

  // The marketplace answers the same task twice with the same upload, so a repetition does no harm.
  serve(
    app,
    applyPromotionEndpoint,
    async ({ db, session, params, body }) => {
      const promotion = await promotionOr404(db, session.accountId, params.id);
      if (promotion.type === 'auto') {
        throw conflict('В автоакцию товары добавляет сам Wildberries: через API её изменить нельзя');
      }
      if (promotion.period === 'past') throw conflict('Акция уже закончилась');
      const nmIds = [...new Set(body.nmIds)];
      if (nmIds.length < body.nmIds.length) throw badRequest('Карточки указаны дважды');
      const client = await deps.marketplace.forShop(db, session.accountId, promotion.shopId);
      const { uploadId } = await client.joinPromotion(promotion.wbPromotionId, nmIds, body.uploadNow);
      return { uploadId, cards: nmIds.length };
    },
    { callsOut: true },
  );
}

async function promotionOr404(db: Db, accountId: number, id: number): Promise<Promotion> {
  const [promotion] = await findPromotions(db, accountId, { id }, new Date());
  if (!promotion) throw notFound('Акция не найдена');
  return promotion;
}

async function readShopIds(db: Db, accountId: number, wanted: number[] | undefined): Promise<number[]> {
  const shops = await db
    .selectFrom('shops')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  const ids = shops.map((shop) => shop.id);
  if (!wanted || wanted.length === 0) return ids;
  if (wanted.some((id) => !ids.includes(id))) throw notFound('Магазин не найден');
  return wanted;
}

/**
 * A calendar that was never read is read now, while the person waits; an old one is answered as it is and read again in
 * the background. Answers when the oldest was read; null when none was.
 */
async function bringUpToDate(
  deps: Deps,
  db: Db,
  accountId: number,
  shopIds: readonly number[],
): Promise<string | null> {
  const ages: (number | null)[] = [];
  await Promise.all(
    shopIds.map(async (shopId) => {
      const key = { accountId, shopId, kind: 'promotions' } as const;
      const before = await readSyncCursor(db, key);
      const isKnown = before.syncedAt !== null || before.problem !== null || 'isDetailsDue' in before.cursor;
      if (!isKnown) await refreshPromotions({ db, marketplace: deps.marketplace }, { accountId, shopId });
      else if (Date.now() - (before.syncedAt?.getTime() ?? 0) >= PROMOTIONS_FRESH_MS) {
        await enqueuePromotionsSync(deps.jobs, { accountId, shopId });
      }
      const { syncedAt } = await readSyncCursor(db, key);
      ages.push(syncedAt?.getTime() ?? null);
    }),
  );
  const known = ages.filter((age) => age !== null);
  return known.length > 0 ? new Date(Math.min(...known)).toISOString() : null;
}
