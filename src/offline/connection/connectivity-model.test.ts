import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createConnectivityModel,
  type ConnectivityModel,
  type ConnectivityState,
} from './connectivity-model.ts';
import type { ProbeResult } from './probe.ts';

let network: ProbeResult;
let isVisible: boolean;
let probes: number[];
let probeDelayMs: number;
let model: ConnectivityModel;
let history: ConnectivityState[];

beforeEach(async () => {
  vi.useFakeTimers();
  network = 'reached';
  isVisible = true;
  probes = [];
  await startProven();
});
afterEach(() => {
  model.stop();
  vi.useRealTimers();
});

function start(isOnlineAtStart: boolean) {
  probeDelayMs = 0;
  model = createConnectivityModel({
    async probe() {
      probes.push(Date.now());
      if (probeDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, probeDelayMs));
      return network;
    },
    isVisible: () => isVisible,
    isOnlineAtStart,
    random: () => 0.5,
  });
  history = [];
  model.subscribe(() => history.push(model.getState()));
  model.start();
}

/** A page whose connection is proved; what led to it is not looked at. */
async function startProven(probeMs = 0) {
  start(true);
  probeDelayMs = 0;
  await vi.advanceTimersByTimeAsync(0);
  probeDelayMs = probeMs;
  history.length = 0;
  probes.length = 0;
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const fail = (kind: 'failed' | 'stored' | 'silent' | 'timeout' | 'away' | 'busy' = 'failed') =>
  model.report({ kind, method: 'GET', latencyMs: 10 });
const respond = (latencyMs = 50, method = 'GET') => model.report({ kind: 'answered', method, latencyMs });

describe('the connection', () => {
  it('is lost after one failure that nothing disproves for three seconds', async () => {
    network = 'failed';
    fail();
    await wait(2_000 - 1);
    expect(model.getState()).toBe('online');
    await wait(1_001);
    expect(model.getState()).toBe('offline');
  });

  it('is lost after a second failure', async () => {
    network = 'failed';
    fail();
    await wait(2_100);
    expect(model.getState()).toBe('online');
    fail();
    expect(model.getState()).toBe('offline');
  });

  it('is not lost when fifty calls fail in the same moment and the server then answers', async () => {
    for (let call = 0; call < 50; call += 1) fail();
    await wait(0);
    expect(history).toEqual([]);
    expect(probes).toHaveLength(1);
  });

  it('is back with one success', async () => {
    network = 'failed';
    fail();
    await wait(5_000);
    respond();
    expect(history).toEqual(['offline', 'online']);
  });

  it('is lost although an answer asked for before the browser said «offline» still arrives', async () => {
    network = 'failed';
    await wait(1_000);
    model.hint('offline');
    await wait(10);
    respond(500);
    await wait(3_000);
    expect(model.getState()).toBe('offline');
  });

  it('is lost although the question on its way when the browser said «offline» is still answered', async () => {
    model.stop();
    await startProven(1_000);
    fail('away');
    await wait(500);
    model.hint('offline');
    await wait(500);
    network = 'failed';
    await wait(3_000);
    expect(model.getState()).toBe('offline');
  });

  it('is kept when the browser says «offline» and the server answers what is asked after that', async () => {
    model.hint('offline');
    await wait(5_000);
    expect(history).toEqual([]);
  });

  it('is looked for with a black hole behind a live adapter: told within six seconds', async () => {
    model.stop();
    await startProven(4_000);
    network = 'failed';
    await wait(3_000);
    fail('stored');
    await wait(2_500);
    expect(model.getState()).toBe('offline');
  });

  it('is looked for when a read stays silent, and lost two seconds later when nothing disproves it', async () => {
    model.stop();
    await startProven(4_000);
    network = 'failed';
    fail('silent');
    await wait(1_999);
    expect(model.getState()).toBe('online');
    expect(probes).toHaveLength(1);
    await wait(1);
    expect(model.getState()).toBe('silent');
  });

  it('is no matter of a gateway’s refusal alone: the server itself is asked', async () => {
    fail('away');
    await wait(0);
    expect(probes).toHaveLength(1);
    expect(model.getState()).toBe('online');
  });

  it('leads to a server that is away while the gateway says so, and back as soon as it answers', async () => {
    network = 'away';
    fail('away');
    await wait(0);
    expect(model.getState()).toBe('server-away');
    network = 'reached';
    await wait(3_000);
    expect(history).toEqual(['server-away', 'online']);
  });

  it('is slow when answers to reads take longer than three seconds, and not when writes do', () => {
    respond(8_000, 'POST');
    expect(model.getState()).toBe('online');
    respond(3_500);
    expect(model.getState()).toBe('slow');
    respond(100);
    expect(model.getState()).toBe('online');
  });

  it('is a portal’s when somebody else answers', async () => {
    network = 'portal';
    model.report({ kind: 'portal', method: 'GET', latencyMs: 10 });
    expect(model.getState()).toBe('portal');
    await wait(10_000);
    expect(model.getState()).toBe('portal');
    network = 'reached';
    await wait(60_000);
    expect(model.getState()).toBe('online');
  });
});

describe('what the browser says', () => {
  it('at the start is believed until a call succeeds', async () => {
    model.stop();
    network = 'failed';
    start(false);
    expect(model.getState()).toBe('offline');
    respond();
    expect(model.getState()).toBe('online');
  });

  it('at the start is wrong when the server answers', async () => {
    model.stop();
    start(false);
    await wait(0);
    expect(model.getState()).toBe('online');
  });

  it('about a loss is only a reason to look', async () => {
    model.hint('offline');
    await wait(10_000);
    expect(history).toEqual([]);
  });

  it('about a loss is right when the server does not answer', async () => {
    network = 'failed';
    model.hint('offline');
    await wait(3_000);
    expect(model.getState()).toBe('offline');
  });

  it('RS-04: about a loss proves nothing wrong any more once the clock of the device was set back', async () => {
    network = 'failed';
    model.hint('offline');
    await wait(3_000);
    expect(model.getState()).toBe('offline');
    vi.setSystemTime(Date.now() - 3_600_000);
    network = 'reached';
    model.hint('online');
    await wait(0);
    expect(model.getState()).toBe('online');
  });

  it('about a return is checked at once', async () => {
    network = 'failed';
    fail();
    await wait(60_000);
    network = 'reached';
    model.hint('online');
    await wait(0);
    expect(model.getState()).toBe('online');
  });

  it('about a return while a question is on its way is followed by another one at once', async () => {
    model.stop();
    await startProven(500);
    network = 'failed';
    model.hint('offline');
    await wait(400);
    model.hint('online');
    await wait(100);
    network = 'reached';
    await wait(500);
    expect(probes).toHaveLength(2);
    await wait(3_000);
    expect(history).toEqual([]);
  });
});

describe('looking', () => {
  it('RS-10: becomes seldom, a fiftieth of the time that it was in vain: never twice in two seconds, at the end once a minute', async () => {
    network = 'failed';
    model.hint('offline');
    const lostAt = Date.now();
    await wait(60 * 60_000);
    const pauses = probes.slice(1).map((at, index) => at - (probes[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2_000 * 0.75);
    expect(pauses.at(-1)).toBe(60_000);
    for (const [index, pauseMs] of pauses.entries())
      expect(pauseMs).toBeLessThanOrEqual(2_050 + ((probes[index] ?? 0) - lostAt) / 50);
    expect(probes.length).toBeLessThan(200);
  });

  it('does not become a storm when every call fails', async () => {
    network = 'failed';
    for (let second = 0; second < 60; second += 1) {
      for (let call = 0; call < 20; call += 1) fail();
      await wait(1_000);
    }
    expect(probes.length).toBeLessThan(30);
  });

  it('stops while nobody looks at the page, and starts again when somebody does', async () => {
    network = 'failed';
    fail();
    await wait(5_000);
    isVisible = false;
    await wait(120_000);
    const before = probes.length;
    await wait(600_000);
    expect(probes.length).toBe(before);
    isVisible = true;
    network = 'reached';
    model.hint('visibility');
    await wait(0);
    expect(model.getState()).toBe('online');
  });

  it('ends with the model', async () => {
    network = 'failed';
    fail();
    await wait(0);
    model.stop();
    const before = probes.length;
    await wait(600_000);
    expect(probes.length).toBe(before);
  });
});

it('does not flicker when the network comes and goes every two seconds', async () => {
  for (let turn = 0; turn < 75; turn += 1) {
    network = 'failed';
    model.hint('offline');
    await wait(2_000);
    network = 'reached';
    model.hint('online');
    await wait(2_000);
  }
  expect(history).toEqual([]);
});
