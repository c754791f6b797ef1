import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LockProvider } from '#api/session/refresh.ts';
import { createListeners } from '#lib/listeners.ts';
import { anna, makeAccessToken } from '#tests/fixtures/tokens.ts';
import { createCatalogueTab, type CatalogueTab } from './catalogue-tab.ts';
import { catalogueStatus } from './catalogue-status.ts';
import type { ReplicaFacts, TakeOutcome } from './replica.ts';
import type { WaitingRow } from './waiting-rows.ts';
import type { CallMessage, CallName, WorkerPort } from './worker-calls.ts';

const QUESTION = { ordering: 'title', limit: '50', offset: '0' };
const WHOLE: ReplicaFacts = {
  current: { count: 3, bytes: 9, currentAtMs: 1000, revision: 2 },
  next: null,
};
const FILLING: ReplicaFacts = { current: null, next: { rows: 1 } };
const WAITING = [{ id: 7, title: 'Чашка' }];

let device: ReturnType<typeof createDevice>;
let tab: CatalogueTab;

beforeEach(() => {
  vi.useFakeTimers();
  see('visible');
  device = createDevice();
});
afterEach(() => {
  tab.end();
  catalogueStatus.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function see(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** What is whole on this device, a server that is slow or not, and the workers that are there now. */
function createDevice() {
  const workers: { heard: CallMessage[] }[] = [];
  const all: typeof workers = [];
  const held = {
    facts: WHOLE,
    takes: [] as TakeOutcome[],
    silent: new Set<CallName>(),
    isServerSilent: false,
    isReachable: true,
    reaching: createListeners(),
    fetched: 0,
    /** How it is known that a portion would be refused. */
    isSpent: (_token: string | null): boolean => false,
    /** The lock: another tab holds it, or nobody. */
    leaders: 0,
    isLedElsewhere: false,
    waiting: WAITING as readonly WaitingRow[],
    /** Something else waits on this device now. */
    tellWaiting: (): void => undefined,
  };
  const responses: { [Name in CallName]?: () => unknown } = {
    cursor: () => 'c1',
    take: () => held.takes.shift() ?? 'whole',
    query: () => ({ count: 3, results: [], currentAtMs: held.facts.current?.currentAtMs }),
    facts: () => held.facts,
  };

  function startWorker(): WorkerPort {
    const worker = { heard: [] as CallMessage[] };
    const listeners: ((event: { data: unknown }) => void)[] = [];
    workers.push(worker);
    all.push(worker);
    return {
      postMessage(message) {
        worker.heard.push(message);
        const respond = async () => {
          await Promise.resolve();
          while (held.silent.has(message.name)) await new Promise((again) => setTimeout(again, 10));
          const data = { id: message.id, response: responses[message.name]?.() };
          if (workers.includes(worker)) for (const listener of listeners) listener({ data });
        };
        void respond();
      },
      addEventListener(type: 'message' | 'error', listener: (event: { data: unknown }) => void) {
        if (type === 'message') listeners.push(listener);
      },
      terminate: () => void workers.splice(workers.indexOf(worker), 1),
    };
  }

  const locks = {
    request: async (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      if (held.isLedElsewhere) await untilAborted(signal);
      held.leaders += 1;
      await work().finally(() => (held.leaders -= 1));
    },
  };

  return Object.assign(held, {
    workers,
    all,
    start() {
      tab = createCatalogueTab({
        userId: 1,
        client: {
          download: async (_endpoint, _read, ...[options]) => {
            const { signal, isSpent } = options as { signal: AbortSignal; isSpent: typeof held.isSpent };
            held.isSpent = isSpent;
            held.fetched += 1;
            if (held.isServerSilent) await untilAborted(signal);
            // What `_read` would have made of it.
            return new ArrayBuffer(8) as never;
          },
        },
        startWorker,
        // The one way in which it is asked here.
        locks: locks as unknown as LockProvider,
        reachability: { isReachable: () => held.isReachable, subscribe: held.reaching.subscribe },
        whenFree: Promise.resolve(),
        outbox: {
          waitingRows: () => held.waiting,
          subscribe: (_signal, onChange) => (held.tellWaiting = onChange),
        },
        onTaken: () => undefined,
        mayReopen: () => true,
      });
    },
  });
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const heard = (name: CallName) => device.workers.flatMap((one) => one.heard.filter((it) => it.name === name));

/** A tab that leads, whole and current. */
async function startWhole() {
  device.start();
  await pass(1_000);
  expect(device.workers).toHaveLength(1);
  expect(device.leaders).toBe(1);
}

it('LV-07: a tab that leads asks for no portion with a token that has run out', async () => {
  await startWhole();
  const endsInMs = (ms: number) => makeAccessToken({ ...anna, exp: (Date.now() + ms) / 1000 });
  expect(device.isSpent(endsInMs(-1_000))).toBe(true);
  expect(device.isSpent(endsInMs(1_000))).toBe(false);
});

describe('RE-24: a tab that is not seen', () => {
  it('lets its engine and its lead go after half a minute; what is known stands, and nobody is told', async () => {
    await startWhole();
    const before = catalogueStatus.get();
    const onChange = vi.fn();
    const unsubscribe = catalogueStatus.subscribe(onChange);
    see('hidden');
    await pass(29_000);
    expect(device.workers).toHaveLength(1);
    await pass(1_000);
    expect(device.workers).toHaveLength(0);
    expect(device.leaders).toBe(0);
    const { fetched } = device;
    tab.wake();
    tab.catchUp();
    await pass(600_000);
    expect(device.all).toHaveLength(1);
    expect(device.fetched).toBe(fetched);
    expect(catalogueStatus.get()).toBe(before);
    expect(onChange).not.toHaveBeenCalled();
    unsubscribe();
  });

  it('has it again when it is seen: it reads the device, is told what waits, and asks the server', async () => {
    await startWhole();
    see('hidden');
    await pass(40_000);
    const { fetched } = device;
    see('visible');
    await pass(1_000);
    expect(device.all).toHaveLength(2);
    expect(heard('open')).toHaveLength(1);
    expect(heard('wait').map(({ asked }) => asked)).toEqual([WAITING]);
    expect(device.leaders).toBe(1);
    expect(device.fetched).toBe(fetched + 1);
  });

  it('that comes back says what it holds now, although its engine counts from the beginning', async () => {
    await startWhole();
    const { current } = catalogueStatus.get();
    const source = catalogueStatus.source();
    await source?.query(QUESTION);
    expect(source?.answered(QUESTION)).toBeDefined();
    see('hidden');
    await pass(40_000);
    // Kept answers are of an engine that is gone.
    expect(source?.answered(QUESTION)).toBeUndefined();
    see('visible');
    await pass(1_000);
    expect(catalogueStatus.get().current?.revision).toBeGreaterThan(current?.revision ?? Infinity);
    expect(catalogueStatus.get().current?.count).toBe(3);
  });

  it('answers a question that comes before its engine has read the device when it has', async () => {
    await startWhole();
    see('hidden');
    await pass(40_000);
    device.silent.add('open');
    see('visible');
    const answered = vi.fn();
    void catalogueStatus.source()?.query(QUESTION).then(answered);
    await pass(200);
    expect(heard('query')).toEqual([]);
    device.silent.clear();
    await pass(20);
    expect(answered).toHaveBeenCalledWith({ count: 3, results: [], currentAtMs: 1000 });
    expect(device.all).toHaveLength(2);
  });

  it('that is asked all the same has an engine for half a minute', async () => {
    await startWhole();
    see('hidden');
    await pass(40_000);
    expect(await catalogueStatus.source()?.query(QUESTION)).toBeDefined();
    expect(device.workers).toHaveLength(1);
    await pass(30_000);
    expect(device.workers).toHaveLength(0);
    expect(device.all).toHaveLength(2);
  });

  it('is not kept by a list that asks behind one’s back with each change, nor ended in the middle of its question', async () => {
    await startWhole();
    see('hidden');
    for (let offset = 0; offset < 2; offset += 1) {
      await pass(10_000);
      await catalogueStatus.source()?.query({ ...QUESTION, offset: String(offset) });
    }
    device.silent.add('query');
    const answered = vi.fn();
    void catalogueStatus
      .source()
      ?.query({ ...QUESTION, offset: '100' })
      .then(answered);
    await pass(20_000);
    expect(device.workers).toHaveLength(1);
    device.silent.clear();
    await pass(20);
    expect(answered).toHaveBeenCalledOnce();
    expect(device.workers).toHaveLength(0);
  });

  it('from its beginning has no engine until it is seen or asked', async () => {
    see('hidden');
    device.start();
    await pass(60_000);
    expect(device.all).toEqual([]);
    see('visible');
    await pass(1_000);
    expect(device.workers).toHaveLength(1);
    expect(catalogueStatus.get().current?.count).toBe(3);
  });

  it('goes on with a fill, and lets go when that is whole and in order for the next start', async () => {
    device.facts = FILLING;
    device.takes = ['again', 'again'];
    device.silent.add('take');
    await startWhole();
    see('hidden');
    await pass(60_000);
    expect(device.workers).toHaveLength(1);
    device.facts = WHOLE;
    device.silent.add('gather').delete('take');
    await pass(60_000);
    expect(heard('take')).toHaveLength(3);
    expect(heard('gather')).toHaveLength(1);
    expect(device.workers).toHaveLength(1);
    device.silent.clear();
    await pass(20);
    expect(device.workers).toHaveLength(0);
    expect(device.leaders).toBe(0);
  });

  it('ends no round of questions in the middle: what is put in order would be lost', async () => {
    device.silent.add('gather');
    await startWhole();
    expect(heard('gather')).toHaveLength(1);
    see('hidden');
    await pass(60_000);
    expect(device.workers).toHaveLength(1);
    device.silent.clear();
    await pass(20);
    expect(device.workers).toHaveLength(0);
  });

  it('RE-40: leaves a fill that has nobody to ask to a tab that is seen', async () => {
    device.facts = FILLING;
    device.takes = ['mismatch', 'mismatch'];
    await startWhole();
    see('hidden');
    await pass(60_000);
    expect(device.leaders).toBe(1);
    device.isReachable = false;
    device.reaching.tell();
    await pass(0);
    expect(device.leaders).toBe(0);
    expect(device.workers).toHaveLength(0);
  });

  it('waits with a fill that stands still: the network may come back', async () => {
    device.facts = FILLING;
    device.takes = ['mismatch', 'mismatch'];
    await startWhole();
    see('hidden');
    await pass(300_000);
    expect(device.workers).toHaveLength(1);
  });

  it('lets go although it is not whole where another tab fills', async () => {
    device.facts = FILLING;
    device.isLedElsewhere = true;
    device.start();
    await pass(1_000);
    expect(device.workers).toHaveLength(1);
    see('hidden');
    await pass(30_000);
    expect(device.workers).toHaveLength(0);
  });

  it('has none when it is seen again, and its user is gone', async () => {
    await startWhole();
    see('hidden');
    await pass(40_000);
    const source = catalogueStatus.source();
    tab.end();
    see('visible');
    window.dispatchEvent(new Event('pageshow'));
    await pass(1_000);
    await expect(source?.query(QUESTION)).rejects.toThrow('ended');
    expect(device.all).toHaveLength(1);
  });
});

describe('RE-25: tabs that are walked through', () => {
  it('keep what they have: away for less than half a minute nothing ends or begins', async () => {
    await startWhole();
    for (let round = 0; round < 20; round += 1) {
      see('hidden');
      await pass(20_000);
      see('visible');
      await pass(50);
    }
    await pass(60_000);
    expect(device.all).toHaveLength(1);
    expect(device.workers).toHaveLength(1);
  });

  it('start nothing that has been let go: only one that is stayed at does', async () => {
    await startWhole();
    see('hidden');
    await pass(40_000);
    for (let round = 0; round < 20; round += 1) {
      see('visible');
      await pass(50);
      see('hidden');
      await pass(50);
    }
    expect(device.all).toHaveLength(1);
    see('visible');
    await pass(1_000);
    expect(device.all).toHaveLength(2);
  });
});

describe('RE-26: a page that is put aside', () => {
  it.each([
    ['frozen', document, 'freeze', 'resume'],
    ['kept for «back»', window, 'pagehide', 'pageshow'],
  ])(
    '%s lets go at once, of a fill too: its lock would keep others from going on',
    async (_, of, away, back) => {
      device.facts = FILLING;
      device.isServerSilent = true;
      await startWhole();
      see('hidden');
      await pass(100);
      of.dispatchEvent(new Event(away));
      expect(device.workers).toHaveLength(0);
      await pass(0);
      expect(device.leaders).toBe(0);
      await pass(60_000);
      expect(device.all).toHaveLength(1);
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
      of.dispatchEvent(new Event(back));
      await pass(1_000);
      expect(device.workers).toHaveLength(1);
      expect(device.leaders).toBe(1);
    },
  );
});

describe('RE-32: what waits on this device', () => {
  const OTHER = [{ id: 7, title: 'Чашка без ручки' }];
  function change(waiting: readonly WaitingRow[]) {
    device.waiting = waiting;
    device.tellWaiting();
  }

  it('and changes while the engine is told of it for the first time is told at once', async () => {
    device.silent.add('wait').add('facts');
    device.start();
    await pass(20);
    change(OTHER);
    device.silent.clear();
    await pass(20);
    expect(heard('wait').map(({ asked }) => asked)).toEqual([WAITING, OTHER]);
  });

  it('and changes back while it is told is told as it is', async () => {
    await startWhole();
    device.silent.add('wait');
    change(OTHER);
    change(WAITING);
    device.silent.clear();
    await pass(20);
    expect(heard('wait').map(({ asked }) => asked)).toEqual([WAITING, OTHER, WAITING]);
  });
});
