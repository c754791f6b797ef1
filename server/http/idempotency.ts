import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { badRequest, HttpError } from '#server/errors/http-error.ts';

/** What was answered, so that it can be answered again. */
export interface StoredResponse {
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
/** An outbox may come back this late and still get the answer it missed. */
const KEPT_DAYS = 30;
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
  work: (trx: Trx) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  return database.transaction(async (trx) => {
    const isOurs = await insertKey(trx, request);
    if (!isOurs) return await replay(trx, request);
    const response = await work(trx);
    await storeResponse(trx, request, response);
    return response;
  });
}

/** On PostgreSQL this waits, as long as the pool lets it, for a transaction that has inserted the same key. */
export async function insertKey(trx: Trx, request: KeyedRequest, holder?: number): Promise<boolean> {
  const inserted = await trx
    .insertInto('idempotency_keys')
    .values({
      user_id: request.userId,
      account_id: request.accountId,
      key: request.key,
      fingerprint: request.fingerprint,
      status: null,
      body: null,
      ...(holder !== undefined && { holder }),
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

/** What was answered; throws 409 while it is not known, 422 where it was another request. */
export async function replay(trx: Trx, request: KeyedRequest): Promise<StoredResponse> {
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

/** Under a key that is still the holder's. */
export async function storeResponse(
  db: Db,
  request: KeyedRequest,
  response: StoredResponse,
  holder: number | null = null,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({
      status: response.status,
      headers: JSON.stringify(response.headers),
      body: response.body === undefined ? null : JSON.stringify(response.body),
    })
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
    .where('holder', 'is not distinct from', holder)
    .execute();
}

/** Keys that nobody will come back with. */
export async function removeOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
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
