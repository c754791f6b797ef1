import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { insertKey, replay, storeResponse, type KeyedRequest, type StoredResponse } from './idempotency.ts';

/** Longer than any request takes: a key that a build of before has taken says nothing of its process. */
const ABANDONED_AFTER_SECONDS = 120;

/**
 * The same promise as `runOnceInTransaction` for work that talks to others for seconds and must not hold a transaction
 * meanwhile: the key is taken first and the answer stored after. If the process dies in between, the same request may run
 * again as soon as it is known to be dead, so the effect itself has to bear a repetition.
 */
export async function runOnceWithClaim(
  database: Database,
  request: KeyedRequest,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { underWay } = database.process;
  const name = `${String(request.userId)} ${request.key}`;
  if (underWay.has(name)) return await database.transaction((trx) => replay(trx, request));
  // Before anything is waited for: of two that come at once, one goes on.
  underWay.add(name);
  try {
    return (await claim(database, request)) ?? (await runClaimed(database, request, work));
  } finally {
    underWay.delete(name);
  }
}

/** Resolves with what was answered before; undefined: the key is ours. */
async function claim(database: Database, request: KeyedRequest): Promise<StoredResponse | undefined> {
  const { process } = database;
  await process.show();
  await freeIfLeft(database, request);
  return await database.transaction(async (trx) => {
    const isOurs = await insertKey(trx, request, process.number);
    return isOurs ? undefined : await replay(trx, request);
  });
}

/** The key of a request that nobody runs any more. */
async function freeIfLeft({ db, process }: Database, { userId, key }: KeyedRequest): Promise<void> {
  const held = await db
    .selectFrom('idempotency_keys')
    .select([
      'holder',
      sql<boolean>`created_at < now() - make_interval(secs => ${ABANDONED_AFTER_SECONDS})`.as('isOld'),
    ])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('status', 'is', null)
    .executeTakeFirst();
  if (!held) return;
  const { holder, isOld } = held;
  // Our own, and not under way: its end could not be written down.
  const isLeft = holder === null ? isOld : holder === process.number || (await process.isGone(holder));
  if (!isLeft) return;
  await db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('status', 'is', null)
    // Somebody else may have freed and taken it meanwhile.
    .where('holder', 'is not distinct from', holder)
    .execute();
}

async function runClaimed(
  { db, process }: Database,
  request: KeyedRequest,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  try {
    const response = await work();
    await storeResponse(db, request, response, process.number);
    return response;
  } catch (error) {
    await db
      .deleteFrom('idempotency_keys')
      .where('user_id', '=', request.userId)
      .where('key', '=', request.key)
      .where('holder', '=', process.number)
      .execute();
    throw error;
  }
}
