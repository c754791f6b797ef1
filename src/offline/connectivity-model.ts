import type { CallOutcome } from '#api/client.ts';
import type { ProbeResult } from './probe.ts';

/**
 * `portal`: there is a network, but somebody else answers in the server's place (a login page of a hotel);
 * `server-away`: a gateway answers, with no server behind it.
 */
export type ConnectivityState = 'online' | 'slow' | 'offline' | 'portal' | 'server-away';

/** So long may one failure stand alone before it counts as «no connection». */
const SUSPICION_MS = 3_000;
/** After a stored answer, or none yet, the network has been silent for three seconds already. */
const SUSPICION_AFTER_SILENCE_MS = 2_000;
const FAILURES_TO_OFFLINE = 2;
/** What fails together is one failure; a gap as short as this is not worth a banner either. */
const SAME_FAILURE_MS = 2_000;
const SLOW_ANSWER_MS = 3_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** True when calls have a chance. */
export function canReachServer(state: ConnectivityState): boolean {
  return state === 'online' || state === 'slow';
}

interface Deps {
  probe: () => Promise<ProbeResult>;
  isVisible: () => boolean;
  isOnlineAtStart: boolean;
  /** 0–1, for the jitter of the pauses. */
  random?: () => number;
}

export interface ConnectivityModel {
  getState: () => ConnectivityState;
  subscribe: (listener: () => void) => () => void;
  /** How a real call went: the best evidence there is. */
  report: (outcome: Pick<CallOutcome, 'kind' | 'method' | 'latencyMs'>) => void;
  /** What the browser says is a reason to look, never a verdict. */
  hint: (hint: 'offline' | 'online' | 'visibility') => void;
  start: () => void;
  stop: () => void;
}

/**
 * Judges the connection by what really happens: two failures in a row, or one that nothing disproves for three
 * seconds, mean «offline»; one success means «online». While in doubt it asks the server itself, ever more seldom, and
 * only while the page is looked at.
 */
export function createConnectivityModel({
  probe,
  isVisible,
  isOnlineAtStart,
  random = Math.random,
}: Deps): ConnectivityModel {
  let state: ConnectivityState = isOnlineAtStart ? 'online' : 'offline';
  let failures = 0;
  let lastFailureAt = -Infinity;
  /** When the browser last said «offline»: what was asked before is no proof of what is now. */
  let doubtedAt = -Infinity;
  let pauseMs = FIRST_PAUSE_MS;
  let isStarted = false;
  let isProbing = false;
  /** The browser has news that the question on its way does not know of. */
  let isHintWaiting = false;
  let probeTimer: ReturnType<typeof setTimeout> | undefined;
  let suspicionTimer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function become(next: ConnectivityState) {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function succeed(askedAt: number, isSlow: boolean) {
    if (askedAt < doubtedAt) {
      lookLater();
      return;
    }
    failures = 0;
    lastFailureAt = -Infinity;
    doubtedAt = -Infinity;
    pauseMs = FIRST_PAUSE_MS;
    stopTimers();
    become(isSlow ? 'slow' : 'online');
  }

  /** Counts a failure; true when it is the first one after a success. */
  function fail(suspicionMs: number): boolean {
    const now = Date.now();
    const isNew = now - lastFailureAt > SAME_FAILURE_MS;
    if (isNew) {
      lastFailureAt = now;
      failures += 1;
    }
    if (failures >= FAILURES_TO_OFFLINE) giveUp();
    else suspect(suspicionMs);
    return isNew && failures === 1;
  }

  function suspect(suspicionMs: number) {
    if (canReachServer(state)) suspicionTimer ??= setTimeout(giveUp, suspicionMs);
  }

  function giveUp() {
    clearTimeout(suspicionTimer);
    suspicionTimer = undefined;
    if (state !== 'portal') become('offline');
    lookLater();
  }

  function find(found: 'portal' | 'server-away') {
    clearTimeout(suspicionTimer);
    suspicionTimer = undefined;
    failures = 0;
    lastFailureAt = -Infinity;
    become(found);
    lookLater();
  }

  /** Asks the server now, unless it is being asked. */
  async function look() {
    if (!isStarted || isProbing || !isVisible()) return;
    clearTimeout(probeTimer);
    probeTimer = undefined;
    isProbing = true;
    isHintWaiting = false;
    const startedAt = Date.now();
    const result = await probe();
    isProbing = false;
    if (!isStarted) return;
    if (result === 'reached') succeed(startedAt, Date.now() - startedAt > SLOW_ANSWER_MS);
    else if (result === 'portal') find('portal');
    else if (result === 'away') find('server-away');
    else {
      fail(SUSPICION_MS);
      if (isHintWaiting) void look();
      else lookLater();
    }
  }

  function lookLater() {
    if (!isStarted || probeTimer !== undefined || isProbing) return;
    probeTimer = setTimeout(
      () => {
        probeTimer = undefined;
        void look();
      },
      pauseMs * (0.75 + random() / 2),
    );
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }

  function stopTimers() {
    clearTimeout(probeTimer);
    clearTimeout(suspicionTimer);
    probeTimer = undefined;
    suspicionTimer = undefined;
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report({ kind, method, latencyMs }) {
      // A write may rightly take long: a generated text, an upload.
      if (kind === 'answered') {
        succeed(Date.now() - latencyMs, method === 'GET' && latencyMs > SLOW_ANSWER_MS);
      } else if (kind === 'portal') find('portal');
      // One route may be in trouble alone: whether the server is away, only the question to it tells.
      else if (kind === 'away') void look();
      else if (fail(kind === 'failed' ? SUSPICION_MS : SUSPICION_AFTER_SILENCE_MS)) void look();
      else lookLater();
    },
    hint(hint) {
      if (hint === 'visibility') {
        if (isVisible() && (state !== 'online' || failures > 0)) {
          pauseMs = FIRST_PAUSE_MS;
          void look();
        }
        return;
      }
      pauseMs = FIRST_PAUSE_MS;
      if (hint === 'offline') {
        doubtedAt = Date.now();
        suspect(SUSPICION_MS);
      }
      isHintWaiting = isProbing;
      void look();
    },
    start() {
      isStarted = true;
      if (state === 'offline') void look();
    },
    stop() {
      isStarted = false;
      stopTimers();
    },
  };
}
