import { serveCalls } from '#offline/catalogue/serve-calls.ts';
import type { WorkerPort } from '#offline/catalogue/worker-calls.ts';

/** The replica's worker without a thread: what it is told and says is copied, as between threads. */
export function workerInPage(getIndexedDb: () => IDBFactory = () => indexedDB): WorkerPort {
  const listeners: ((event: { data: unknown }) => void)[] = [];
  let isEnded = false;
  const connections: IDBDatabase[] = [];
  /** What a thread has open is closed when it ends. */
  const openOfThread = (name: string): IDBOpenDBRequest => {
    if (isEnded) throw new Error('The thread has ended');
    const opening = getIndexedDb().open(name);
    opening.addEventListener('success', () => {
      if (isEnded) opening.result.close();
      else connections.push(opening.result);
    });
    return opening;
  };
  const serve = serveCalls({
    post(message) {
      const data: unknown = structuredClone(message);
      if (!isEnded) for (const listener of listeners) listener({ data });
    },
    // All of it that the store uses.
    getIndexedDb: () => ({ open: openOfThread }) as IDBFactory,
  });
  return {
    postMessage: (message, transfer) => serve(structuredClone(message, { transfer })),
    addEventListener(type: 'message' | 'error', listener: (event: { data: unknown }) => void) {
      if (type === 'message') listeners.push(listener);
    },
    terminate() {
      isEnded = true;
      for (const connection of connections) connection.close();
    },
  };
}
