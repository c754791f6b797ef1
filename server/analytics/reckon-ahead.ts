import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { AskedBasis } from '#contract/analytics.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Day } from './moscow-days.ts';
import type { AskedCards, ReckonCards } from './reckon-cards.ts';
import { findCoverage } from './repository.ts';

/** For so long after a look it is kept ready for the next one. */
const LOOKED_WITHIN_MS = 60 * 60_000;
/** Days are summed once a minute. */
const PAUSE_MS = 30_000;
/** Of all accounts together: as many as `keepCards` has room for, when they are large. */
const MOST_LOOKS = 4;

interface Look {
  accountId: number;
  asked: AskedCards;
  atMs: number;
}

export interface ReckonAhead {
  /** For looks of people: asks `keepCards`, and remembers what was asked. */
  reckonCards: ReckonCards;
  /** Takes over what was looked at in the last day before this process began. */
  takeOver(): Promise<void>;
  /** Asks again what was asked in the last hour, as one would look now. */
  catchUp(): Promise<void>;
}

/**
 * What has been looked at is reckoned again when its days have changed, before anybody looks again (decision 060). It gives nothing to anybody: who looks
 * asks `keepCards`, which asks the database as ever.
 */
export function reckonAhead(
  database: Database,
  reckon: ReckonCards,
  nowMs: () => number = () => performance.now(),
): ReckonAhead {
  const looks = new Map<string, Look>();
  const remember = (look: Look) => {
    const key = keyOf(look);
    const isNew = !looks.delete(key);
    looks.set(key, look);
    for (const oldest of looks.keys()) {
      if (looks.size <= MOST_LOOKS) break;
      looks.delete(oldest);
    }
    return isNew;
  };
  return {
    async reckonCards(db, accountId, asked) {
      const reckoned = await reckon(db, accountId, asked);
      const look = { accountId, asked, atMs: nowMs() };
      // Who looks is given what he asked for, whether it can be remembered or not.
      if (remember(look)) await storeLook(database.db, look).catch(() => undefined);
      return reckoned;
    },
    async takeOver() {
      for (const { accountId, shopIds, basis, ...period } of await findLooks(database.db)) {
        const shops = await findCoverage(database.db, accountId, shopIds);
        remember({ accountId, asked: { shops, period, basis }, atMs: nowMs() });
      }
    },
    async catchUp() {
      for (const [key, { accountId, asked, atMs }] of [...looks].toReversed()) {
        if (nowMs() - atMs > LOOKED_WITHIN_MS) looks.delete(key);
        // Nothing is kept of days that are yet to be summed.
        else if (!(await isToBeSummed(database.db, accountId))) await reckon(database.db, accountId, asked);
      }
    },
  };
}

/** Again and again until `stop`, which resolves when nothing is under way. */
export function keepCatchingUp(
  ahead: Pick<ReckonAhead, 'takeOver' | 'catchUp'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  pauseMs = PAUSE_MS,
): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let step = ahead.takeOver;
  let underWay: Promise<void> = Promise.resolve();
  const next = () => {
    timer = setTimeout(() => {
      underWay = step()
        .then(() => {
          step = ahead.catchUp;
        })
        .catch((error: unknown) =>
          log.warn({ error }, 'The profit that was looked at last is not ready ahead'),
        )
        .finally(() => {
          if (!isStopped) next();
        });
    }, pauseMs);
    timer.unref();
  };
  next();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}

function keyOf({ accountId, asked: { shops, period, basis } }: Look): string {
  return JSON.stringify([accountId, shops.map(({ shopId }) => shopId), period.from, period.to, basis]);
}

async function storeLook(db: Db, { accountId, asked: { shops, period, basis } }: Look): Promise<void> {
  const look = {
    shop_ids: shops.map(({ shopId }) => shopId),
    from_day: period.from,
    to_day: period.to,
    basis,
    asked_at: sql<Date>`now()`,
  };
  await db
    .insertInto('profit_looks')
    .values({ account_id: accountId, ...look })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(look))
    .execute();
}

/** The latest last: it is what goes last. */
async function findLooks(
  db: Db,
): Promise<{ accountId: number; shopIds: number[]; from: Day; to: Day; basis: AskedBasis }[]> {
  const looks = await db
    .selectFrom('profit_looks')
    .select(['account_id as accountId', 'shop_ids as shopIds', 'from_day as from', 'to_day as to', 'basis'])
    .where('asked_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('asked_at', 'desc')
    .limit(MOST_LOOKS)
    .execute();
  return looks.toReversed();
}

async function isToBeSummed(db: Db, accountId: number): Promise<boolean> {
  const mark = await db
    .selectFrom('day_line_marks')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return mark !== undefined;
}
