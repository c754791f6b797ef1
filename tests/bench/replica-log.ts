import type { Page } from '@playwright/test';

/** What passes between the page and the worker of the replica, with its times since the start of the page. */
interface ReplicaLog {
  workerStartedAtMs: number;
  /** The first time that it was whole. */
  wholeAtMs: number;
  /** The first time that it was in order for the next start: its base is stored, with all orders. */
  gatheredAtMs: number;
  /** Of each portion: when its cursor was asked for, and when it had been taken. */
  steps: { fromMs: number; untilMs: number }[];
}

/** To be called before the page is opened. */
export async function keepReplicaLog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const log: ReplicaLog = { workerStartedAtMs: 0, wholeAtMs: 0, gatheredAtMs: 0, steps: [] };
    const names = new Map<number, string>();
    let askedAtMs = 0;
    Object.assign(window, {
      replicaLog: log,
      Worker: class extends Worker {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          log.workerStartedAtMs ||= performance.now();
          this.addEventListener('message', ({ data }: MessageEvent<{ id: number; response?: unknown }>) => {
            const name = names.get(data.id);
            names.delete(data.id);
            if (name === 'take') log.steps.push({ fromMs: askedAtMs, untilMs: performance.now() });
            if (name === 'gather') log.gatheredAtMs ||= performance.now();
            if (name === 'facts' && log.wholeAtMs === 0) {
              const { current } = data.response as { current: unknown };
              if (current !== null) log.wholeAtMs = performance.now();
            }
          });
        }
        override postMessage(message: { id: number; name: string }, transfer?: unknown) {
          names.set(message.id, message.name);
          if (message.name === 'cursor') askedAtMs = performance.now();
          super.postMessage(message, transfer as Transferable[]);
        }
      },
    });
  });
}

export function untilReplicaIsWhole(page: Page): Promise<ReplicaLog> {
  return untilLogged(page, 'wholeAtMs');
}

/** Whoever goes sooner has a start that makes its orders, or reads portions. */
export function untilReplicaIsGathered(page: Page): Promise<ReplicaLog> {
  return untilLogged(page, 'gatheredAtMs');
}

async function untilLogged(page: Page, what: 'wholeAtMs' | 'gatheredAtMs'): Promise<ReplicaLog> {
  await page.waitForFunction(
    (name) => (window as unknown as { replicaLog: ReplicaLog }).replicaLog[name] > 0,
    what,
    { timeout: 120_000 },
  );
  return replicaLogOf(page);
}

export async function replicaLogOf(page: Page): Promise<ReplicaLog> {
  return page.evaluate(() => (window as unknown as { replicaLog: ReplicaLog }).replicaLog);
}
