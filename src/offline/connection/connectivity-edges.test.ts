import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnectivityModel, type ConnectivityModel } from './connectivity-model.ts';
import type { ProbeResult } from './probe.ts';

/** The model at the very moments and lengths at which it changes its mind. */
let network: ProbeResult;
let responseMs: number;
let probes: number;
let model: ConnectivityModel;

beforeEach(() => {
  vi.useFakeTimers();
  network = 'reached';
  responseMs = 20;
  probes = 0;
  model = createConnectivityModel({
    async probe() {
      probes += 1;
      const asked = network;
      await new Promise((resolve) => setTimeout(resolve, asked === 'silent' ? 4_000 : responseMs));
      return asked;
    },
    isVisible: () => true,
    isOnlineAtStart: true,
    random: () => 0.5,
  });
});
afterEach(() => {
  model.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const report = (kind: Parameters<ConnectivityModel['report']>[0]['kind'], latencyMs = 50) =>
  model.report({ kind, method: 'GET', latencyMs });

async function startProven() {
  model.start();
  await pass(20);
  probes = 0;
}

async function askedIn(ms: number): Promise<number> {
  const before = probes;
  await pass(ms);
  return probes - before;
}

describe('how long is slow', () => {
  it.each([
    [3_000, 'online'],
    [3_001, 'slow'],
  ])('a question answered after %i ms says «%s»', async (ms, state) => {
    responseMs = ms;
    model.start();
    await pass(ms);
    expect(model.getState()).toBe(state);
  });

  it.each([
    [3_000, 'online'],
    [3_001, 'slow'],
  ])('a read answered after %i ms says «%s»', async (ms, state) => {
    await startProven();
    report('answered', ms);
    expect(model.getState()).toBe(state);
  });

  it.each([
    [2_500, 'offline'],
    [2_501, 'silent'],
  ])('a copy given after %i ms that nothing disproves for two seconds says «%s»', async (ms, state) => {
    await startProven();
    network = 'silent';
    report('stored', ms);
    await pass(1_999);
    expect(model.getState()).toBe('online');
    await pass(1);
    expect(model.getState()).toBe(state);
  });
});

describe('a server that was busy', () => {
  beforeEach(startProven);

  it('is asked again after fifteen seconds, one that is fine after thirty', async () => {
    report('busy');
    expect(await askedIn(14_999)).toBe(0);
    expect(await askedIn(1)).toBe(1);
    report('answered');
    await pass(20);
    expect(await askedIn(29_999)).toBe(0);
    expect(await askedIn(1)).toBe(1);
  });

  it('stays so though it answers the question at once, and is asked again', async () => {
    report('busy');
    await pass(1_000);
    model.hint('online');
    await pass(20);
    expect(model.getState()).toBe('busy');
    expect(await askedIn(15_000)).toBe(1);
  });

  it.each([
    [14_999, 'busy'],
    [15_000, 'slow'],
  ])('answers late after %i ms: it is «%s»', async (ms, state) => {
    report('busy');
    await pass(ms);
    report('answered', 4_000);
    expect(model.getState()).toBe(state);
  });

  it('is forgotten with an answer in time, and with another network', () => {
    report('busy');
    report('answered');
    report('answered', 4_000);
    expect(model.getState()).toBe('slow');
    report('busy');
    report('portal');
    report('answered', 4_000);
    expect(model.getState()).toBe('slow');
  });

  it('is not one that was late twice', () => {
    report('answered', 4_000);
    report('answered', 4_000);
    expect(model.getState()).toBe('slow');
  });

  it('is no news when it was asked before the browser said «offline»', async () => {
    await pass(5_000);
    model.hint('offline');
    report('busy', 1_000);
    expect(model.getState()).toBe('online');
  });
});

describe('the question', () => {
  it('is one at a time, whatever the browser says meanwhile', async () => {
    responseMs = 500;
    model.start();
    await pass(100);
    model.hint('online');
    model.hint('visibility');
    expect(probes).toBe(1);
  });

  it('is not planned while it is on its way, nor before the start', async () => {
    report('answered');
    report('portal');
    expect(vi.getTimerCount()).toBe(0);
    responseMs = 500;
    model.start();
    await pass(100);
    report('answered');
    report('portal');
    expect(vi.getTimerCount()).toBe(1);
  });

  it('comes soon again after news: an answer, a word of the browser, a look at the page', async () => {
    await startProven();
    network = 'failed';
    report('failed');
    for (const news of ['answered', 'online', 'visibility'] as const) {
      await pass(10 * 60_000);
      if (news === 'answered') {
        report('answered');
        report('failed');
      } else model.hint(news);
      expect(await askedIn(2_100), news).toBeGreaterThanOrEqual(1);
    }
  });

  it('is asked at once when somebody looks at a slow page', async () => {
    await startProven();
    report('answered', 4_000);
    model.hint('visibility');
    expect(probes).toBe(1);
  });
});

describe('a page that is left', () => {
  it('asks nothing, plans nothing and hears nothing any more', async () => {
    await startProven();
    report('failed');
    model.stop();
    expect(vi.getTimerCount()).toBe(1);
    await pass(60_000);
    model.hint('online');
    expect([model.getState(), probes, vi.getTimerCount()]).toEqual(['online', 1, 0]);
  });

  it('does not hear the answer to what it asked before', async () => {
    network = 'portal';
    model.start();
    model.stop();
    await pass(100);
    expect(model.getState()).toBe('checking');
  });
});

describe('what is said of a lost connection', () => {
  beforeEach(startProven);

  it('a portal that the question finds stays one while calls fail', async () => {
    network = 'portal';
    model.hint('online');
    await pass(20);
    expect(model.getState()).toBe('portal');
    network = 'failed';
    report('failed');
    await pass(2_500);
    report('failed');
    expect(model.getState()).toBe('portal');
  });

  it('the browser’s word counts for more than a silence of long ago', async () => {
    network = 'silent';
    report('silent');
    await pass(5_000);
    report('answered');
    model.hint('offline');
    await pass(3_000);
    expect(model.getState()).toBe('offline');
  });

  it('a return that the browser speaks of raises no suspicion by itself', async () => {
    network = 'silent';
    model.hint('online');
    await pass(3_500);
    expect(model.getState()).toBe('online');
  });
});
