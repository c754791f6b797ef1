import { UNKNOWN_ERROR } from '#api/http/api-error.ts';
import { setAwakeTimer } from '#lib/awake-timer.ts';
import type { OutboxContent, OutboxFailure, OutboxRecord, ServerState } from './outbox-record.ts';

/** A person waits no longer for the server than this; the edit is on the device and goes on by itself. */
const RESULT_WAIT_MS = 5_000;

/** How far a save came. */
export type SaveResult =
  /**
   * «Сохранено»: the server has it. `state` is null when it told nothing, or nothing was to be told; `isMerged` when
   * somebody else had changed other fields meanwhile.
   */
  | { status: 'sent'; state: ServerState | null; isMerged: boolean }
  /** «Сохранено на устройстве»: it is stored here and will be sent. */
  | { status: 'waiting'; failure: OutboxFailure | null }
  /** Somebody changed the same field: a person decides. */
  | { status: 'conflict'; record: OutboxRecord }
  /** The server refused it for good. */
  | { status: 'rejected'; record: OutboxRecord }
  /** Neither sent nor kept, whatever the reason: only on a device that keeps nothing. */
  | { status: 'failed'; failure: OutboxFailure };

export interface Waiters {
  waitFor: (sequence: number) => Promise<SaveResult>;
  /** True when somebody was waiting. */
  settle: (sequence: number, result: SaveResult) => boolean;
  /** What was waited for goes on under another number. */
  move: (from: number, to: number) => void;
  /** Answers everybody by what has become of their records. */
  settleFrom: (content: OutboxContent) => void;
  settleAll: (result: SaveResult) => void;
}

const NOT_KEPT: OutboxFailure = {
  kind: 'network',
  status: 0,
  detail: [UNKNOWN_ERROR],
  fieldErrors: [],
};

/** A choice needs what is to be chosen from to be kept. */
const CHANGED_ELSEWHERE: OutboxFailure = {
  kind: 'refused',
  status: 412,
  detail: ['Это же изменили в другом месте: проверьте и сохраните ещё раз'],
  fieldErrors: [],
};

/**
 * Who waits for which record, by its place in the order: keys change when an edit is merged, places do not.
 * `isVolatile`: nothing is kept, so nobody may be told that it is; they wait for as long as the call takes.
 */
export function createWaiters({ isVolatile = false } = {}): Waiters {
  const waiting = new Map<number, ((result: SaveResult) => void)[]>();

  function toldAs(result: SaveResult): SaveResult {
    if (!isVolatile || result.status === 'sent' || result.status === 'failed') return result;
    if (result.status === 'conflict') return { status: 'failed', failure: CHANGED_ELSEWHERE };
    const failure = result.status === 'waiting' ? result.failure : result.record.failure;
    return { status: 'failed', failure: failure ?? NOT_KEPT };
  }

  function settle(sequence: number, result: SaveResult): boolean {
    const callbacks = waiting.get(sequence) ?? [];
    waiting.delete(sequence);
    for (const callback of callbacks) callback(toldAs(result));
    return callbacks.length > 0;
  }

  return {
    waitFor: (sequence) =>
      new Promise((resolve) => {
        const respond = (result: SaveResult) => {
          stopTimer?.();
          resolve(result);
        };
        const stopWaiting = () => {
          for (const [number, callbacks] of waiting) {
            const others = callbacks.filter((callback) => callback !== respond);
            if (others.length > 0) waiting.set(number, others);
            else waiting.delete(number);
          }
          resolve({ status: 'waiting', failure: null });
        };
        const stopTimer = isVolatile ? undefined : setAwakeTimer(stopWaiting, RESULT_WAIT_MS);
        waiting.set(sequence, [...(waiting.get(sequence) ?? []), respond]);
      }),
    settle,
    move(from, to) {
      const callbacks = waiting.get(from);
      if (from === to || !callbacks) return;
      waiting.delete(from);
      waiting.set(to, [...(waiting.get(to) ?? []), ...callbacks]);
    },
    settleFrom(content) {
      for (const sequence of waiting.keys()) {
        const record = content.records.find((one) => one.sequence === sequence);
        // Another tab has sent it. What is not kept is in one tab only: there it was dropped.
        if (!record && isVolatile) settle(sequence, { status: 'failed', failure: NOT_KEPT });
        else if (!record) settle(sequence, { status: 'sent', state: null, isMerged: false });
        else if (record.state === 'conflict' || record.state === 'rejected') {
          settle(sequence, { status: record.state, record });
        } else if (record.state === 'queued')
          settle(sequence, { status: 'waiting', failure: record.failure });
      }
    },
    settleAll(result) {
      for (const sequence of waiting.keys()) settle(sequence, result);
    },
  };
}
