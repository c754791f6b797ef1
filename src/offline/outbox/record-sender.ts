import { ApiError } from '#api/http/api-error.ts';
import { settleFailed, settleRefused, settleSent, settleVersionConflict } from './response-rules.ts';
import { unclaim } from './claim-rules.ts';
import { judge, pauseMs, type JudgedFailure } from './failure.ts';
import {
  recordsOf,
  type OutboxChange,
  type OutboxContent,
  type OutboxFailure,
  type OutboxRecord,
  type ServerState,
} from './outbox-record.ts';
import type { Waiters } from './save-result.ts';

/** What the server answered; `state` is null when the entity is gone. */
export interface Sent {
  state: ServerState | null;
}

/** What happened to a record; `isAwaited` when the screen that saved it tells the user itself. */
export interface OutboxEvent {
  type: 'sent' | 'merged' | 'conflict' | 'rejected';
  record: OutboxRecord;
  isAwaited: boolean;
}

interface Deps {
  send: (record: OutboxRecord) => Promise<Sent>;
  readState: (record: OutboxRecord, error: ApiError) => Promise<ServerState>;
  refreshCopies: (record: OutboxRecord, state: ServerState | null) => Promise<void>;
  canSend: () => boolean;
  isClosed: () => boolean;
  onEvent?: ((event: OutboxEvent) => void) | undefined;
  isVolatile: boolean;
  newKey: () => string;
  now: () => number;
  random: () => number;
  waiters: Waiters;
  /** One transaction of the outbox. */
  change: <Result>(
    decide: (content: OutboxContent) => { change: OutboxChange; result: Result },
  ) => Promise<Result>;
}

export interface RecordSender {
  /** Sends a claimed record and does what its answer asks for. False when nothing else should be tried now. */
  sendRecord: (record: OutboxRecord) => Promise<boolean>;
  /** This tab has told its screens of it already. */
  hasSent: (id: string) => boolean;
}

/** The way of one record to the server, and what becomes of it there. */
export function createRecordSender(deps: Deps): RecordSender {
  const { change, isVolatile, newKey, now, random, waiters } = deps;
  const stamp = () => ({ now: now(), newKey });
  const mergedKeys = new Set<string>();
  const ownSent = new Set<string>();

  async function sendRecord(record: OutboxRecord): Promise<boolean> {
    if (deps.isClosed()) return false;
    if (!deps.canSend()) {
      await change(() => ({ change: unclaim(record), result: undefined }));
      return false;
    }
    let state: ServerState | null;
    try {
      ({ state } = await deps.send(record));
    } catch (error) {
      if (deps.isClosed()) return false;
      if (error instanceof ApiError && error.status === 412) return joinOrAsk(record, error);
      const judged = judge(error);
      if (judged.isTemporary) return putBack(record, judged);
      await refuse(record, judged.failure);
      return true;
    }
    await finish(record, state);
    return true;
  }

  async function finish(record: OutboxRecord, state: ServerState | null): Promise<void> {
    // Before the record goes: without it the screen would show the old copy for a moment.
    await deps.refreshCopies(record, state);
    ownSent.add(record.id);
    await change((box) => ({ change: settleSent(box, record, state, now()), result: undefined }));
    tellSent(record, state);
  }

  function tellSent(record: OutboxRecord, state: ServerState | null) {
    const isMerged = mergedKeys.delete(record.id);
    const isAwaited = waiters.settle(record.sequence, { status: 'sent', state, isMerged });
    deps.onEvent?.({ type: isMerged ? 'merged' : 'sent', record, isAwaited });
  }

  async function joinOrAsk(record: OutboxRecord, error: ApiError): Promise<boolean> {
    let state: ServerState;
    try {
      state = await deps.readState(record, error);
    } catch (readError) {
      const judged = judge(readError);
      if (judged.isTemporary) return putBack(record, { ...judged, isCertain: true });
      await refuse(record, judged.failure);
      return true;
    }
    // Under my edit the screen shows what they saved, also when nothing of my edit is left to be sent.
    await deps.refreshCopies(record, state);
    ownSent.add(record.id);
    const { outcome, record: next } = await change((box) => {
      const settled = settleVersionConflict(box, record, state, stamp());
      return { change: settled.change, result: settled };
    });
    if (outcome === 'same' || !next) {
      tellSent(record, state);
    } else if (outcome === 'merged') {
      waiters.move(record.sequence, next.sequence);
      mergedKeys.add(next.id);
    } else {
      const type = outcome === 'conflict' ? 'conflict' : 'rejected';
      // Not sent, and under the same id: another tab may send it once somebody has chosen there.
      ownSent.delete(next.id);
      waiters.move(record.sequence, next.sequence);
      const isAwaited = waiters.settle(next.sequence, { status: type, record: next });
      deps.onEvent?.({ type, record: next, isAwaited });
    }
    return true;
  }

  async function refuse(record: OutboxRecord, failure: OutboxFailure): Promise<void> {
    // Gone already: what was to be deleted, or a copy of what nobody has any more.
    if (record.kind === 'delete' && failure.status === 404) return finish(record, null);
    const next = await change((box) => {
      const settled = settleRefused(box, record, failure, stamp());
      return { change: settled.change, result: settled.record };
    });
    if (next?.state !== 'rejected') {
      if (next) waiters.move(record.sequence, next.sequence);
      return;
    }
    const isAwaited = waiters.settle(record.sequence, { status: 'rejected', record: next });
    deps.onEvent?.({ type: 'rejected', record: next, isAwaited });
  }

  async function putBack(record: OutboxRecord, judged: JudgedFailure): Promise<boolean> {
    const { failure, isCertain, retryAfterMs } = judged;
    if (isVolatile) {
      await change((box) => ({
        change: { remove: recordsOf(box, record).map(({ id }) => id) },
        result: undefined,
      }));
      waiters.settle(record.sequence, { status: 'failed', failure });
      return false;
    }
    const nextAttemptAt = now() + pauseMs(record.attempts, retryAfterMs, random);
    await change(() => ({
      change: settleFailed(record, failure, { nextAttemptAt, isCertain }),
      result: undefined,
    }));
    waiters.settle(record.sequence, { status: 'waiting', failure });
    return failure.kind === 'server' && !isAway(failure.status);
  }

  return { sendRecord, hasSent: (id) => ownSent.has(id) };
}

/** The server takes no more calls for now, or a gateway responds in its place: the other records wait too. */
function isAway(status: number): boolean {
  return status === 429 || (status >= 502 && status <= 504);
}
