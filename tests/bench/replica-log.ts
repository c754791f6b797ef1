import type { Page } from '@playwright/test';

/** What passes between the page and the worker of the replica, with its times since the start of the page. */
interface ReplicaLog {
  workerStartedAtMs: number;
  /** The first time that it was whole. */
  wholeAtMs: number;
  /** Of each portion: when its cursor was asked for, and when it had been taken. */
  steps: { fromMs: number; untilMs: number }[];
}

/** To be called before the page is opened. */
export async function keepReplicaLog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const log: ReplicaLog = { workerStartedAtMs: 0, wholeAtMs: 0, steps: [] };
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

export async function untilReplicaIsWhole(page: Page): Promise<ReplicaLog> {
  await page.waitForFunction(
    () => (window as unknown as { replicaLog: ReplicaLog }).replicaLog.wholeAtMs > 0,
    undefined,
    { timeout: 120_000 },
  );
  return replicaLogOf(page);
}

export async function replicaLogOf(page: Page): Promise<ReplicaLog> {
  return page.evaluate(() => (window as unknown as { replicaLog: ReplicaLog }).replicaLog);
}
