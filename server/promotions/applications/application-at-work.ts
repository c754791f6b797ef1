import { sql } from 'kysely';
import type {
  AppliedCardState,
  ApplicationKind,
  ApplicationState,
} from '#contract/promotion-applications.ts';
import { refreshCardSummary } from '#server/cards/card-summary.ts';
import type { Database, Trx } from '#server/db/database.ts';
import type { ApplicationStep } from '#server/db/schema.ts';

/** An application as far as it is, for whoever takes it further. */
export interface ApplicationAtWork {
  id: number;
  accountId: number;
  kind: ApplicationKind;
  state: ApplicationState;
  wbPromotionId: number;
  uploadNow: boolean;
  steps: ApplicationStep[];
  startedAtMs: number;
  isDemo: boolean;
}

export interface CardAtWork {
  nmId: number;
  cardId: number | null;
  newPriceKopecks: number;
  newDiscount: number;
  /** Today's, not the one that was shown. */
  floorKopecks: number | null;
  state: AppliedCardState;
}

/** What has become of a card; `reason` in words where it is not as wanted. */
export interface CardOutcome {
  nmId: number;
  state: AppliedCardState;
  reason: string | null;
}

/** Cards of a step that something is still to become of. */
export async function findCardsAtWork(
  { db }: Pick<Database, 'db'>,
  { id, accountId, steps }: ApplicationAtWork,
  step: ApplicationStep,
): Promise<CardAtWork[]> {
  const { rows } = await sql<CardAtWork>`
    SELECT applied.nm_id AS "nmId", applied.card_id AS "cardId", applied.new_price_kopecks AS "newPriceKopecks",
      applied.new_discount AS "newDiscount", applied.state,
      lowest_price(price_floors.floor_kopecks, price_floors.over_cost_basis_points, cards.cost_price_kopecks)
        AS "floorKopecks"
    FROM promotion_application_cards applied
    LEFT JOIN price_floors ON price_floors.card_id = applied.card_id AND price_floors.account_id = ${accountId}
    LEFT JOIN cards ON cards.id = applied.card_id AND cards.account_id = ${accountId}
    WHERE applied.account_id = ${accountId} AND applied.application_id = ${id} AND applied.step = ${steps.indexOf(step)}
      AND applied.state IN ('WAITING', 'SENT', 'SCHEDULED')
    ORDER BY applied.nm_id`.execute(db);
  return rows;
}

/** Keeps how far a step is, with what has become of its cards. */
export async function keepStep(
  database: Database,
  application: ApplicationAtWork,
  step: ApplicationStep,
  outcomes: readonly CardOutcome[] = [],
): Promise<void> {
  const { id, accountId, steps } = application;
  await database.transaction(async (trx) => {
    await trx
      .updateTable('promotion_applications')
      .set({ steps: JSON.stringify(steps), look_at: new Date() })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
    if (outcomes.length === 0) return;
    const rows = JSON.stringify(outcomes.map(({ nmId, state, reason }) => ({ nm_id: nmId, state, reason })));
    await sql`
      UPDATE promotion_application_cards applied SET state = outcome.state, reason = outcome.reason
      FROM jsonb_to_recordset(${rows}::jsonb) AS outcome(nm_id bigint, state text, reason text)
      WHERE applied.account_id = ${accountId} AND applied.application_id = ${id} AND applied.shop_id = ${step.shopId}
        AND applied.nm_id = outcome.nm_id`.execute(trx);
    await keepDiscounts(trx, application, step);
  });
}

/** `shop_cards` says what the marketplace has: a discount that it shows as wanted is ours, and nobody else’s change. */
async function keepDiscounts(
  trx: Trx,
  { id, accountId }: ApplicationAtWork,
  { shopId }: ApplicationStep,
): Promise<void> {
  const { rows } = await sql<{ card_id: number }>`
    UPDATE shop_cards SET discount = applied.new_discount
    FROM promotion_application_cards applied
    WHERE applied.account_id = ${accountId} AND applied.application_id = ${id} AND applied.shop_id = ${shopId}
      AND applied.state = 'CONFIRMED' AND shop_cards.account_id = ${accountId} AND shop_cards.shop_id = ${shopId}
      AND shop_cards.nm_id = applied.nm_id AND shop_cards.discount IS DISTINCT FROM applied.new_discount
    RETURNING shop_cards.card_id`.execute(trx);
  await refreshCardSummary(
    trx,
    accountId,
    rows.map((row) => row.card_id),
  );
}

/** Ends it with what has come of it. */
export async function finishApplication(database: Database, application: ApplicationAtWork): Promise<void> {
  await sql`
    UPDATE promotion_applications SET finished_at = now(), look_at = NULL,
      state = (SELECT CASE WHEN count(*) FILTER (WHERE cards.state = 'CONFIRMED') = count(*) THEN 'DONE'
          WHEN count(*) FILTER (WHERE cards.state = 'CONFIRMED') = 0 THEN 'FAILED' ELSE 'PARTLY' END
        FROM promotion_application_cards cards
        WHERE cards.account_id = ${application.accountId} AND cards.application_id = ${application.id}
          AND cards.state <> 'LEFT_OUT')
    WHERE account_id = ${application.accountId} AND id = ${application.id}
      AND state IN ('SENDING', 'CONFIRMING', 'SCHEDULED')`.execute(database.db);
}
