import type { CardCounters } from '#contract/card-list.ts';
import type { ListQuestion } from './list-question.ts';
import type { WaitingRow } from './waiting-rows.ts';
import type { FoundRows, ReplicaFacts, TakeOutcome } from './replica.ts';

/** What the page may ask the worker, with the answers. Both are of one build: the page loads the worker by its hashed name. */
export interface WorkerCalls {
  open: { asked: { databaseName: string }; response: undefined };
  cursor: { asked: undefined; response: string | null };
  take: { asked: { since: string | null; bytes: ArrayBuffer; askedAtMs: number }; response: TakeOutcome };
  gather: { asked: undefined; response: undefined };
  catchUp: { asked: undefined; response: undefined };
  wait: { asked: readonly WaitingRow[]; response: undefined };
  query: { asked: ListQuestion; response: FoundRows | undefined };
  counters: { asked: undefined; response: CardCounters | undefined };
  suggest: { asked: string; response: string | undefined };
  facts: { asked: undefined; response: ReplicaFacts };
}
export type CallName = keyof WorkerCalls;

export interface CallMessage {
  id: number;
  name: CallName;
  asked: unknown;
}

/** The name of every error once somebody has deleted the database. */
export const DATABASE_DELETED = 'DatabaseDeleted';

/** An error travels by its name alone: what went wrong with a database is told by that. */
export type ResponseMessage = { id: number; response: unknown } | { id: number; errorName: string };

export interface ReplicaWorker {
  call<Name extends CallName>(
    name: Name,
    asked: WorkerCalls[Name]['asked'],
    transfer?: Transferable[],
  ): Promise<WorkerCalls[Name]['response']>;
  /** Ends it at once, whatever it does. What was asked fails, so that whoever waits for it lets go of what they hold. */
  end(): void;
}

/** The part of a `Worker` that is used here. */
export interface WorkerPort {
  postMessage(message: CallMessage, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: unknown) => void): void;
  terminate(): void;
}

export class WorkerCallError extends Error {
  override name = 'WorkerCallError';
  /** Of what was thrown in the worker. */
  readonly thrownName: string;
  constructor(thrownName: string) {
    super(`The replica's worker failed: ${thrownName}`);
    this.thrownName = thrownName;
  }
}

/** Questions to a worker as promises. A worker that cannot run fails all of them, those that come later too. */
export function callWorker(port: WorkerPort): ReplicaWorker {
  const waiting = new Map<number, { resolve: (response: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let isBroken = false;
  port.addEventListener('message', ({ data }) => {
    // From our own worker, of this build.
    const message = data as ResponseMessage;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if ('errorName' in message) asked?.reject(new WorkerCallError(message.errorName));
    else asked?.resolve(message.response);
  });
  function fail(thrownName: string) {
    isBroken = true;
    for (const { reject } of waiting.values()) reject(new WorkerCallError(thrownName));
    waiting.clear();
  }
  port.addEventListener('error', () => fail('error'));
  return {
    call: <Name extends CallName>(
      name: Name,
      asked: WorkerCalls[Name]['asked'],
      transfer: Transferable[] = [],
    ) =>
      new Promise<WorkerCalls[Name]['response']>((resolve, reject) => {
        if (isBroken) {
          reject(new WorkerCallError('error'));
          return;
        }
        lastId += 1;
        // The worker answers each call with what the table above says.
        waiting.set(lastId, { resolve: resolve as (response: unknown) => void, reject });
        port.postMessage({ id: lastId, name, asked }, transfer);
      }),
    end() {
      port.terminate();
      fail('ended');
    },
  };
}
