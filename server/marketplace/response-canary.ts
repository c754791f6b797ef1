import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Misfit } from './misfit.ts';

export interface CanaryLog {
  warn(facts: object, message: string): void;
  info(facts: object, message: string): void;
}

interface Place {
  accountId: number;
  shopId: number;
}

/** Remembers which operations of a shop answer otherwise than documented, until one answers as documented again. */
export interface ResponseCanary {
  misfitted(db: Db, place: Place, misfit: Misfit): Promise<void>;
  fitted(db: Db, place: Place, operation: string): Promise<void>;
}

/** What another process has noted is seen this much later. */
const KNOWN_FOR_MS = 60_000;

async function readMisfitting(db: Db, { accountId, shopId }: Place): Promise<Set<string>> {
  const rows = await db
    .selectFrom('response_misfits')
    .select('operation')
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .execute();
  return new Set(rows.map(({ operation }) => operation));
}

/** One line of the log for each operation that stops fitting, not one for each answer. No call fails because of it. */
export function createResponseCanary(log: CanaryLog): ResponseCanary {
  /** By shop: asked of the database once in a while, not with each answer. */
  const known = new Map<number, { operations: Promise<Set<string>>; readAtMs: number }>();

  /** One set for all who ask at the same time: what was noted in another would be forgotten with it. */
  function misfitting(db: Db, place: Place): Promise<Set<string>> {
    const kept = known.get(place.shopId);
    if (kept && Date.now() - kept.readAtMs < KNOWN_FOR_MS) return kept.operations;
    const operations = readMisfitting(db, place);
    const reading = { operations, readAtMs: Date.now() };
    known.set(place.shopId, reading);
    operations.catch(() => {
      if (known.get(place.shopId) === reading) known.delete(place.shopId);
    });
    return operations;
  }

  async function unharmed(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, 'What the marketplace answers could not be noted');
    }
  }

  return {
    misfitted: (db, place, { operation, path }) =>
      unharmed(async () => {
        const { accountId, shopId } = place;
        const { rows } = await sql<{ count: number }>`
          INSERT INTO response_misfits AS known (shop_id, operation, account_id, path)
          VALUES (${shopId}, ${operation}, ${accountId}, ${path})
          ON CONFLICT (shop_id, operation) DO UPDATE SET path = EXCLUDED.path, last_seen_at = now(),
            misfit_count = known.misfit_count + 1
            WHERE known.account_id = EXCLUDED.account_id
          RETURNING misfit_count AS count`.execute(db);
        // Asked for now: a reading that began before the note was written does not know of it.
        (await misfitting(db, place)).add(operation);
        if (rows[0]?.count === 1) {
          log.warn({ shopId, operation, path }, 'The marketplace answers otherwise than documented');
        }
      }),

    fitted: (db, place, operation) =>
      unharmed(async () => {
        const { accountId, shopId } = place;
        const operations = await misfitting(db, place);
        if (!operations.delete(operation)) return;
        await db
          .deleteFrom('response_misfits')
          .where('account_id', '=', accountId)
          .where('shop_id', '=', shopId)
          .where('operation', '=', operation)
          .execute();
        log.info({ shopId, operation }, 'The marketplace answers as documented again');
      }),
  };
}
