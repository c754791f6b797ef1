import { describe, expect, it } from 'vitest';
import { callWorker, type CallMessage, type WorkerPort } from './worker-calls.ts';

/** A worker that a test speaks for. */
function silentWorker() {
  const heard: CallMessage[] = [];
  const target = new EventTarget();
  const port: WorkerPort = {
    postMessage: (message) => void heard.push(message),
    addEventListener: (type: string, listener: (event: never) => void) =>
      target.addEventListener(type, listener as EventListener),
    terminate: () => undefined,
  };
  return {
    port,
    heard,
    say: (data: unknown) => target.dispatchEvent(new MessageEvent('message', { data })),
    fall: () => target.dispatchEvent(new Event('error')),
  };
}

describe('questions to a worker', () => {
  it('are answered each by its own number, in whatever order', async () => {
    const worker = silentWorker();
    const calls = callWorker(worker.port);
    const cursor = calls.call('cursor', undefined);
    const counters = calls.call('counters', undefined);
    const [first, second] = worker.heard;
    worker.say({ id: second?.id, response: undefined });
    worker.say({ id: first?.id, response: 'c7' });
    await expect(cursor).resolves.toBe('c7');
    await expect(counters).resolves.toBeUndefined();
  });

  it('fail with the name of what was thrown, that one alone', async () => {
    const worker = silentWorker();
    const calls = callWorker(worker.port);
    const first = calls.call('cursor', undefined);
    const second = calls.call('cursor', undefined);
    worker.say({ id: worker.heard[0]?.id, errorName: 'QuotaExceededError' });
    worker.say({ id: worker.heard[1]?.id, response: null });
    await expect(first).rejects.toMatchObject({ thrownName: 'QuotaExceededError' });
    await expect(second).resolves.toBeNull();
  });

  // RE-11: nobody waits for ever for a worker that could not be loaded, or fell.
  it('that wait when the worker falls fail, and so do those that come later, which it is not told of', async () => {
    const worker = silentWorker();
    const calls = callWorker(worker.port);
    const waiting = calls.call('counters', undefined);
    worker.fall();
    await expect(waiting).rejects.toMatchObject({ thrownName: 'error' });
    await expect(calls.call('cursor', undefined)).rejects.toMatchObject({ thrownName: 'error' });
    expect(worker.heard).toHaveLength(1);
  });

  it('RS-01: that wait when it is ended fail as well: whoever waits may hold a lock', async () => {
    const worker = silentWorker();
    const calls = callWorker(worker.port);
    const waiting = calls.call('cursor', undefined);
    calls.end();
    await expect(waiting).rejects.toMatchObject({ thrownName: 'ended' });
    await expect(calls.call('cursor', undefined)).rejects.toMatchObject({ thrownName: 'error' });
  });
});
