import type { ResponseMessage, WorkerPort } from '#offline/catalogue/worker-calls.ts';
import type { Tab } from './device.ts';
import { createStream, type Owner, type Scheduler } from './scheduler.ts';
import type { SimulatedDatabases } from './simulated-indexeddb.ts';

interface Options {
  tab: Tab;
  scheduler: Scheduler;
  databases: SimulatedDatabases;
  /** Crossed with each message to the worker: the tab may die there. */
  beforeTelling: (what: string) => void;
}

/** The replica's worker as a thread of its own: what it is told and says takes its time, and it ends with its tab or before. */
export function startSimulatedWorker({ tab, scheduler, databases, beforeTelling }: Options): WorkerPort {
  let isEnded = false;
  const worker: Owner = {
    name: `${tab.name} worker`,
    get isAlive() {
      return tab.isAlive && !isEnded;
    },
    get isFrozen() {
      return tab.isFrozen;
    },
  };
  const [there, back] = [createStream(), createStream()];
  const listeners: ((event: { data: unknown }) => void)[] = [];
  const factory = databases.factoryFor(worker);
  const serve = tab.core.serveCalls({
    post(message: ResponseMessage) {
      const data: unknown = structuredClone(message);
      const hear = () => {
        if (!isEnded) for (const listener of listeners) listener({ data });
      };
      scheduler.after(scheduler.latency(1), 'hears its worker', hear, { owner: tab, stream: back });
    },
    // All of it that the store uses.
    getIndexedDb: () => factory as unknown as IDBFactory,
  });
  tab.workers.add(worker);
  return {
    postMessage(message, transfer) {
      beforeTelling(`tells its worker: ${message.name}`);
      const copied = structuredClone(message, { transfer });
      const hear = () => serve(copied);
      scheduler.after(scheduler.latency(1), `hears ${message.name}`, hear, { owner: worker, stream: there });
    },
    addEventListener(type: 'message' | 'error', listener: (event: { data: unknown }) => void) {
      if (type === 'message') listeners.push(listener);
    },
    terminate() {
      isEnded = true;
      databases.release(worker);
      tab.workers.delete(worker);
    },
  };
}
