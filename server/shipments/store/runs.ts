import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db, Trx } from '#server/db/database.ts';
import type { Jobs } from '#server/jobs/job.ts';

export const ADVANCE_SHIPMENT = 'advance-shipment';

const runKey = z.object({ accountId: z.int(), shipmentId: z.int(), shopId: z.int() });
/** The work of one shipment in one shop. */
export type RunKey = z.infer<typeof runKey>;

export const advanceData = z.extend(runKey, {
  ticket: z.int(),
  /** An earlier turn of the run has marked its cards as being on their way. */
  isMarked: z.optional(z.boolean()),
});
export type AdvanceData = z.infer<typeof advanceData>;

/** Begins the work in each shop; a run that was there is taken over. To be called in the transaction of its cause. */
export async function startRuns(
  trx: Trx,
  jobs: Jobs,
  { accountId, shipmentId }: Omit<RunKey, 'shopId'>,
  shopIds: readonly number[],
): Promise<void> {
  for (const shopId of shopIds) {
    const { ticket } = await trx
      .insertInto('shipment_runs')
      .values({ shipment_id: shipmentId, shop_id: shopId, account_id: accountId })
      .onConflict((conflict) =>
        conflict.columns(['shipment_id', 'shop_id']).doUpdateSet({
          ticket: sql`shipment_runs.ticket + 1`,
          is_active: true,
          waiting_until: null,
          failures: 0,
          updated_at: sql`now()`,
        }),
      )
      .returning('ticket')
      .executeTakeFirstOrThrow();
    await enqueueRun(jobs, { accountId, shipmentId, shopId, ticket }, 0);
  }
}

/** Whether the job holds the run's current ticket; one that does not was already followed by another. */
export async function holdsTicket(db: Db, data: AdvanceData): Promise<{ failures: number } | undefined> {
  return await db
    .selectFrom('shipment_runs')
    .select('failures')
    .where('account_id', '=', data.accountId)
    .where('shipment_id', '=', data.shipmentId)
    .where('shop_id', '=', data.shopId)
    .where('ticket', '=', data.ticket)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

export interface Pause {
  inMs: number;
  /** The marketplace's limit is what the run waits for: worth telling. */
  isLimit: boolean;
  failures: number;
}

/** A wait that is shorter is not worth telling. */
const TOLD_WAIT_MS = 3000;

/** The run goes on after a pause: a new ticket, the job that holds it, and what is shown of the wait. */
export async function continueRun(trx: Trx, jobs: Jobs, data: AdvanceData, pause: Pause): Promise<void> {
  const waitingUntil =
    pause.isLimit && pause.inMs > TOLD_WAIT_MS ? new Date(Date.now() + pause.inMs).toISOString() : null;
  const updated = await trx
    .updateTable('shipment_runs')
    .set({
      ticket: sql`ticket + 1`,
      waiting_until: waitingUntil,
      failures: pause.failures,
      updated_at: sql`now()`,
    })
    .where('account_id', '=', data.accountId)
    .where('shipment_id', '=', data.shipmentId)
    .where('shop_id', '=', data.shopId)
    .where('ticket', '=', data.ticket)
    .returning('ticket')
    .executeTakeFirst();
  if (!updated) return;
  await enqueueRun(jobs, { ...data, ticket: updated.ticket }, pause.inMs);
  await showWait(trx, data);
}

/**
 * Ends the run that the ticket belongs to. Between the last progress, which already shows «Есть ошибки», and this call
 * somebody may have pressed «Повторить»: the run that began then has another ticket and goes on.
 */
export async function endRun(trx: Trx, data: AdvanceData): Promise<void> {
  await trx
    .updateTable('shipment_runs')
    .set({ is_active: false, waiting_until: null, updated_at: sql`now()` })
    .where('account_id', '=', data.accountId)
    .where('shipment_id', '=', data.shipmentId)
    .where('shop_id', '=', data.shopId)
    .where('ticket', '=', data.ticket)
    .execute();
  await showWait(trx, data);
}

/** A shipment waits when every shop that is at work waits; it goes on when the first of them does. */
async function showWait(trx: Trx, { accountId, shipmentId }: RunKey): Promise<void> {
  await sql`
    UPDATE shipments SET waiting_until = (
      SELECT CASE WHEN bool_and(waiting_until IS NOT NULL) THEN min(waiting_until) END
      FROM shipment_runs WHERE shipment_id = ${shipmentId} AND account_id = ${accountId} AND is_active)
    WHERE id = ${shipmentId} AND account_id = ${accountId}`.execute(trx);
}

async function enqueueRun(jobs: Jobs, data: AdvanceData, inMs: number): Promise<void> {
  await jobs.enqueue(ADVANCE_SHIPMENT, data, {
    singletonKey: `shop:${String(data.shopId)}`,
    ...(inMs > 0 ? { startAfterSeconds: inMs / 1000 } : {}),
  });
}
