import { sql } from 'kysely';
import type { AppliedCard, PromotionApplication } from '#contract/promotion-applications.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';

/** Every function here reads the applications of one account only. */

export async function applicationOr404(db: Db, accountId: number, id: number): Promise<PromotionApplication> {
  const [application] = await read(db, accountId, sql`application.id = ${id}`, { limit: 1, offset: 0 });
  if (!application) throw notFound('Заявка не найдена');
  return application;
}

/** Those that were started, the newest first. */
export async function findApplications(
  db: Db,
  accountId: number,
  wbPromotionId: number | undefined,
  page: { limit: number; offset: number },
): Promise<{ count: number; results: PromotionApplication[] }> {
  const ofPromotion =
    wbPromotionId === undefined ? sql`true` : sql`application.wb_promotion_id = ${wbPromotionId}`;
  const where = sql`application.started_at IS NOT NULL AND ${ofPromotion}`;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM promotion_applications application
    WHERE application.account_id = ${accountId} AND ${where}`.execute(db);
  return { count: rows[0]?.count ?? 0, results: await read(db, accountId, where, page) };
}

/** What needs a look first. */
export async function findAppliedCards(
  db: Db,
  accountId: number,
  applicationId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: AppliedCard[] }> {
  const cards = db
    .selectFrom('promotion_application_cards')
    .where('account_id', '=', accountId)
    .where('application_id', '=', applicationId);
  const { count } = await cards
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await cards
    .selectAll()
    .orderBy(
      sql`array_position(ARRAY['REFUSED', 'UNCONFIRMED', 'LEFT_OUT', 'WAITING', 'SENT', 'SCHEDULED', 'CONFIRMED'], state)`,
    )
    .orderBy(sql`profit_kopecks ASC NULLS FIRST`)
    .orderBy('shop_id')
    .orderBy('nm_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    count,
    results: rows.map((row) => ({
      shopId: row.shop_id,
      nmId: row.nm_id,
      cardId: row.card_id,
      vendorCode: row.vendor_code,
      title: row.title,
      priceKopecks: row.price_kopecks,
      newPriceKopecks: row.new_price_kopecks,
      profitKopecks: row.profit_kopecks,
      floorKopecks: row.floor_kopecks,
      state: row.state,
      leftOut: row.left_out,
      isByHand: row.is_by_hand,
      reason: row.reason,
    })),
  };
}

interface Totals {
  leftOut: number;
  waiting: number;
  sent: number;
  scheduled: number;
  confirmed: number;
  refused: number;
  unconfirmed: number;
  losing: number;
  unknown: number;
  profitKopecks: number;
  meanChange: number | null;
}

async function read(
  db: Db,
  accountId: number,
  where: ReturnType<typeof sql>,
  { limit, offset }: { limit: number; offset: number },
): Promise<PromotionApplication[]> {
  const { rows } = await sql<
    Omit<
      PromotionApplication,
      'counts' | 'shops' | 'waitingUntil' | 'createdAt' | 'startedAt' | 'finishedAt'
    > & {
      waitingUntil: Date | null;
      steps: { shopId: number; problem: string | null }[];
      createdAt: Date;
      startedAt: Date | null;
      finishedAt: Date | null;
      totals: Totals;
      shopCards: { shopId: number; shopName: string; cardCount: number }[] | null;
    }
  >`
    SELECT application.id, application.kind, application.state, application.wb_promotion_id AS "wbPromotionId",
      application.promotion_name AS "promotionName", application.upload_now AS "uploadNow", application.guards,
      application.steps, CASE WHEN application.state = 'SENDING' AND application.look_at > now() + interval '1 minute'
        THEN application.look_at END AS "waitingUntil", users.name AS "userName", application.created_at AS "createdAt",
      application.started_at AS "startedAt", application.finished_at AS "finishedAt",
      (SELECT jsonb_build_object(
          'leftOut', count(*) FILTER (WHERE state = 'LEFT_OUT'), 'waiting', count(*) FILTER (WHERE state = 'WAITING'),
          'sent', count(*) FILTER (WHERE state = 'SENT'), 'scheduled', count(*) FILTER (WHERE state = 'SCHEDULED'),
          'confirmed', count(*) FILTER (WHERE state = 'CONFIRMED'), 'refused', count(*) FILTER (WHERE state = 'REFUSED'),
          'unconfirmed', count(*) FILTER (WHERE state = 'UNCONFIRMED'),
          'losing', count(*) FILTER (WHERE state <> 'LEFT_OUT' AND profit_kopecks < 0),
          'unknown', count(*) FILTER (WHERE state <> 'LEFT_OUT' AND profit_kopecks IS NULL),
          'profitKopecks', coalesce(sum(profit_kopecks) FILTER (WHERE state <> 'LEFT_OUT'), 0),
          'meanChange', avg((new_price_kopecks - price_kopecks)::float8 / price_kopecks)
            FILTER (WHERE state <> 'LEFT_OUT' AND price_kopecks > 0))
        FROM promotion_application_cards cards
        WHERE cards.account_id = ${accountId} AND cards.application_id = application.id) AS totals,
      (SELECT jsonb_agg(jsonb_build_object('shopId', shops.id, 'shopName', shops.name, 'cardCount', of_shop.count)
          ORDER BY shops.name, shops.id)
        FROM (SELECT shop_id, count(*) FROM promotion_application_cards cards
          WHERE cards.account_id = ${accountId} AND cards.application_id = application.id AND state <> 'LEFT_OUT'
          GROUP BY shop_id) of_shop
        JOIN shops ON shops.id = of_shop.shop_id AND shops.account_id = ${accountId}) AS "shopCards"
    FROM promotion_applications application JOIN users ON users.id = application.user_id
    WHERE application.account_id = ${accountId} AND ${where}
    ORDER BY application.started_at DESC NULLS LAST, application.id DESC
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map(({ steps, totals, shopCards, ...row }) => {
    const { losing, unknown, profitKopecks, meanChange, ...counts } = totals;
    const problemOf = (shopId: number) =>
      steps.find((step) => step.shopId === shopId && step.problem !== null)?.problem ?? null;
    return {
      ...row,
      counts,
      losingCount: losing,
      unknownCount: unknown,
      profitKopecks,
      meanChange,
      shops: (shopCards ?? []).map((shop) => ({ ...shop, problem: problemOf(shop.shopId) })),
      waitingUntil: row.waitingUntil?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      startedAt: row.startedAt?.toISOString() ?? null,
      finishedAt: row.finishedAt?.toISOString() ?? null,
    };
  });
}
