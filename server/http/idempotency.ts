import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { badRequest, HttpError } from '#server/errors/http-error.ts';

/** What was answered, so that it can be answered again. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  /** As it went over the wire; `null` when there was no body. */
  body: unknown;
}

export interface KeyedRequest {
  userId: number;
  accountId: number;
  key: string;
  /** Says which request it was: the same key with another request is a mistake of the client. */
  fingerprint: string;
}

const KEY_SHAPE = /^[\w.:-]{1,128}$/;
/** Longer than any request takes: the process that took the key is gone. */
const ABANDONED_AFTER_SECONDS = 120;
const LOCK_NOT_AVAILABLE = '55P03';

export function readIdempotencyKey(
  header: string | string[] | undefined,
  isRequired: boolean,
): string | undefined {
  if (header === undefined) {
    if (!isRequired) return undefined;
    throw new HttpError({
      status: 400,
      code: 'idempotency_key_required',
      detail: ['Запрос нужно отправлять с заголовком Idempotency-Key'],
    });
  }
  if (typeof header !== 'string' || !KEY_SHAPE.test(header)) {
    throw badRequest('Заголовок Idempotency-Key: от 1 до 128 латинских букв, цифр и знаков . _ : -');
  }
  return header;
}

export function fingerprintOf(method: string, url: string, body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex');
}

/**
 * Runs the work once per key: the effect, the key and the answer are one transaction. The same request again gets the
 * stored answer; one that comes while the first still runs waits for it. A failed work leaves no trace of its key.
 */
export async function runOnceInTransaction(
  database: Database,
  request: KeyedRequest,
  work: (trx: Trx) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  return database.transaction(async (trx) => {
    const isOurs = await insertKey(trx, request);
    if (!isOurs) return await replay(trx, request);
    const answer = await work(trx);
    await storeAnswer(trx, request, answer);
    return answer;
  });
}

/**
 * The same promise for work that talks to others for seconds and must not hold a transaction meanwhile: the key is
 * taken first and the answer stored after. If the process dies in between, the request may run again after two minutes,
 * so the effect itself has to bear a repetition.
 */
export async function runOnceWithClaim(
  database: Database,
  request: KeyedRequest,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const stored = await database.transaction(async (trx) => {
    await trx
      .deleteFrom('idempotency_keys')
      .where('user_id', '=', request.userId)
      .where('key', '=', request.key)
      .where('status', 'is', null)
      .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${ABANDONED_AFTER_SECONDS})`)
      .execute();
    return (await insertKey(trx, request)) ? undefined : await replay(trx, request);
  });
  if (stored) return stored;
  try {
    const answer = await work();
    await storeAnswer(database.db, request, answer);
    return answer;
  } catch (error) {
    await database.db
      .deleteFrom('idempotency_keys')
      .where('user_id', '=', request.userId)
      .where('key', '=', request.key)
      .execute();
    throw error;
  }
}

/** On PostgreSQL this waits, as long as the pool lets it, for a transaction that has inserted the same key. */
async function insertKey(trx: Trx, request: KeyedRequest): Promise<boolean> {
  const inserted = await trx
    .insertInto('idempotency_keys')
    .values({
      user_id: request.userId,
      account_id: request.accountId,
      key: request.key,
      fingerprint: request.fingerprint,
      status: null,
      body: null,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
    .catch((error: unknown) => {
      const isWaitOver = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      throw isWaitOver ? inProgress() : error;
    });
  return inserted !== undefined;
}

async function replay(trx: Trx, request: KeyedRequest): Promise<StoredAnswer> {
  const stored = await trx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'headers', 'body'])
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
    .executeTakeFirst();
  if (!stored || stored.status === null) throw inProgress();
  if (stored.fingerprint !== request.fingerprint) {
    throw new HttpError({
      status: 422,
      code: 'idempotency_key_reused',
      detail: ['Этот Idempotency-Key уже использован для другого запроса'],
    });
  }
  return { status: stored.status, headers: stored.headers, body: stored.body };
}

async function storeAnswer(db: Db, request: KeyedRequest, answer: StoredAnswer): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body === undefined ? null : JSON.stringify(answer.body),
    })
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
    .execute();
}

function inProgress(): HttpError {
  return new HttpError({
    status: 409,
    code: 'request_in_progress',
    detail: ['Этот запрос ещё выполняется'],
    retryAfterSeconds: 1,
  });
}
