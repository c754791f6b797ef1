import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  canReachServer,
  createConnectivityModel,
  type ConnectivityModel,
  type ConnectivityState,
} from './connectivity-model.ts';
import type { ProbeResult } from './probe.ts';

/** How long the real question waits for its answer. */
const PROBE_TIMEOUT_MS = 4_000;

let network: ProbeResult;
let responseMs: number;
let isVisible: boolean;
let probes: number[];
let model: ConnectivityModel;
let history: ConnectivityState[];

beforeEach(() => {
  vi.useFakeTimers();
  network = 'reached';
  responseMs = 20;
  isVisible = true;
});
afterEach(() => {
  model.stop();
  vi.useRealTimers();
});

function startPage({ random = (): number => 0.5 } = {}) {
  probes = [];
  model = createConnectivityModel({
    async probe() {
      probes.push(Date.now());
      const asked = network;
      await wait(asked === 'silent' ? PROBE_TIMEOUT_MS : responseMs);
      return asked;
    },
    isVisible: () => isVisible,
    isOnlineAtStart: true,
    random,
  });
  history = [];
  model.subscribe(() => history.push(model.getState()));
  model.start();
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const report = (kind: Parameters<ConnectivityModel['report']>[0]['kind'], latencyMs = 50) =>
  model.report({ kind, method: 'GET', latencyMs });

describe('a page that starts', () => {
  it('asks the server, and claims nothing before it has answered', async () => {
    startPage();
    expect(model.getState()).toBe('checking');
    expect(probes).toHaveLength(1);
    await pass(20);
    expect(history).toEqual(['online']);
  });

  it('does not believe a stored answer to be the server’s', async () => {
    network = 'failed';
    startPage();
    report('stored');
    await pass(1_000);
    expect(model.getState()).toBe('checking');
  });

  it('says within four seconds that a dead server is not there', async () => {
    network = 'failed';
    startPage();
    await pass(4_000);
    expect(history).toEqual(['offline']);
  });

  it('says of a network that swallows everything that the server does not answer', async () => {
    network = 'silent';
    startPage();
    await pass(PROBE_TIMEOUT_MS + 1);
    expect(history).toEqual(['silent']);
  });

  it('lets calls have their chance meanwhile', () => {
    startPage();
    expect(canReachServer(model.getState())).toBe(true);
  });
});

describe('a page that does nothing', () => {
  it('is asked for a sign of life twice a minute, and says nothing about it', async () => {
    startPage();
    await pass(10 * 60_000);
    expect(history).toEqual(['online']);
    expect(probes.length).toBeGreaterThanOrEqual(19);
    expect(probes.length).toBeLessThanOrEqual(21);
  });

  it.each([0, 1])(
    'says so when its network is swallowed: a heartbeat and its answer later (jitter %s)',
    async (jitter) => {
      startPage({ random: () => jitter });
      await pass(1_000);
      network = 'silent';
      await pass(30_000 * 1.25 + PROBE_TIMEOUT_MS);
      expect(history).toEqual(['online', 'silent']);
    },
  );

  it('with other traffic does not ask at all', async () => {
    startPage();
    for (let second = 0; second < 120; second += 1) {
      report('answered');
      await pass(1_000);
    }
    expect(probes).toHaveLength(1);
  });

  it('in the background is left alone; looked at again it is asked at once, and has nothing to say before', async () => {
    startPage();
    await pass(1_000);
    isVisible = false;
    model.hint('visibility');
    await pass(60 * 60_000);
    expect(probes).toHaveLength(1);
    isVisible = true;
    model.hint('visibility');
    expect(model.getState()).toBe('checking');
    await pass(20);
    expect(history).toEqual(['online', 'checking', 'online']);
  });

  it('looked at again after a glance elsewhere keeps what it knows', async () => {
    startPage();
    await pass(1_000);
    isVisible = false;
    await pass(5_000);
    isVisible = true;
    model.hint('visibility');
    expect(probes).toHaveLength(1);
    expect(model.getState()).toBe('online');
  });

  it('is not thought cut off by a question that stays silent while a call is answered', async () => {
    startPage();
    await pass(1_000);
    network = 'silent';
    model.hint('online');
    await pass(2_000);
    report('answered');
    network = 'reached';
    await pass(PROBE_TIMEOUT_MS);
    expect(history).toEqual(['online']);
  });
});

describe('while something waits to be sent', () => {
  /** So long does a server that is back stay unnoticed at worst. */
  async function longestPauseMs(lost: ProbeResult, isHurried: boolean, jitter: number) {
    network = lost;
    startPage({ random: () => jitter });
    await pass(60_000);
    model.hurry(isHurried);
    await pass(10 * 60_000);
    const asked = probes.slice(-10);
    return Math.max(...asked.slice(1).map((at, index) => at - (asked[index] ?? 0)));
  }

  it.each([
    ['failed', 1],
    ['silent', 1],
    ['away', 1],
    ['failed', 0],
    ['silent', 0],
  ] as const)('the server is asked every few seconds (%s, jitter %s)', async (lost, jitter) => {
    expect(await longestPauseMs(lost, true, jitter)).toBeLessThanOrEqual(4_600);
  });

  it('never more than once in two seconds', async () => {
    await longestPauseMs('failed', true, 0);
    const pauses = probes.slice(1).map((at, index) => at - (probes[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_500);
  });

  it('and more seldom when nothing does', async () => {
    expect(await longestPauseMs('failed', false, 0.5)).toBeGreaterThan(10_000);
  });

  it.each(['failed', 'silent', 'away'] as const)(
    'RS-10: and when nothing does, a server that was away for a minute is found within five seconds (%s)',
    async (lost) => {
      for (const jitter of [0, 1]) {
        network = lost;
        startPage({ random: () => jitter });
        await pass(60_000);
        network = 'reached';
        await pass(5_000);
        expect(model.getState()).toBe('online');
        model.stop();
      }
    },
  );

  it('the long pause that had begun before is cut short', async () => {
    network = 'failed';
    startPage();
    await pass(10 * 60_000);
    const asked = probes.length;
    while (probes.length === asked) await pass(1_000);
    network = 'reached';
    model.hurry(true);
    await pass(4_500);
    expect(model.getState()).toBe('online');
  });

  it('RS-09: a clock that goes back makes no pause longer', async () => {
    network = 'failed';
    startPage();
    model.hurry(true);
    responseMs = 500;
    await pass(60_000);
    const { length } = probes;
    while (probes.length === length) await pass(100);
    // In the middle of a question.
    vi.setSystemTime(Date.now() - 3_600_000);
    await pass(5_000);
    network = 'reached';
    await pass(4_600);
    expect(model.getState()).toBe('online');
  });

  it('nineteen returns of twenty are noticed within five seconds, with time left for the sending', async () => {
    let seed = 1;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const noticedMs: number[] = [];
    for (let turn = 0; turn < 100; turn += 1) {
      network = turn % 2 === 0 ? 'failed' : 'silent';
      startPage({ random });
      model.hurry(true);
      await pass(60_000 + random() * 10_000);
      network = 'reached';
      const backAt = Date.now();
      while (model.getState() !== 'online') await pass(20);
      noticedMs.push(Date.now() - backAt);
      model.stop();
    }
    const p95 = noticedMs.toSorted((a, b) => a - b)[94];
    expect(p95).toBeLessThan(4_600);
  });
});

describe('a server that cannot keep up', () => {
  beforeEach(async () => {
    startPage();
    await pass(1_000);
  });

  it('is busy when it says so, and calls go on', () => {
    report('busy');
    expect(model.getState()).toBe('busy');
    expect(canReachServer(model.getState())).toBe(true);
  });

  it('is busy when a read waits while the question is answered at once: that is no lost network', async () => {
    report('silent', 3_000);
    await pass(20);
    expect(history).toEqual(['online', 'busy']);
  });

  it('is busy when the worker had to help out with a copy after a silence', async () => {
    report('stored', 3_010);
    await pass(20);
    expect(model.getState()).toBe('busy');
  });

  it('stays busy while late answers come, and is fine with one in time', () => {
    report('busy');
    report('answered', 9_000);
    expect(model.getState()).toBe('busy');
    report('answered', 90);
    expect(model.getState()).toBe('online');
  });

  it('is fine again when nothing was late for a while', async () => {
    report('busy');
    await pass(60_000);
    expect(history).toEqual(['online', 'busy', 'online']);
  });

  it('does not answer: that is neither a lost network nor one that is slow', async () => {
    network = 'silent';
    report('silent', 3_000);
    await pass(PROBE_TIMEOUT_MS);
    expect(model.getState()).toBe('silent');
  });

  it('that was silent and is back is not busy', async () => {
    network = 'silent';
    report('silent', 3_000);
    await pass(60_000);
    report('timeout', 15_000);
    network = 'reached';
    model.hint('online');
    await pass(PROBE_TIMEOUT_MS + 5_000);
    expect(history).toEqual(['online', 'silent', 'online']);
  });

  it('is slow, not busy, when the question takes as long as the read', async () => {
    responseMs = 3_500;
    report('silent', 3_000);
    report('answered', 3_500);
    await pass(0);
    expect(model.getState()).toBe('slow');
  });
});
