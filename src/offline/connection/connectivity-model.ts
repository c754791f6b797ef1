import type { CallOutcome } from '#api/client.ts';
import { createListeners } from '#lib/listeners.ts';
import { createProbeSchedule } from './probe-schedule.ts';
import type { ProbeResult } from './probe.ts';

/**
 * `checking`: nothing is proved yet; `busy`: the server is there and cannot keep up; `silent`: no answer, and nobody says
 * that there is no network; `portal`: there is a network, but somebody else answers in the server's place (a login page of
 * a hotel); `server-away`: a gateway answers, with no server behind it.
 */
export type ConnectivityState =
  'checking' | 'online' | 'slow' | 'busy' | 'offline' | 'silent' | 'portal' | 'server-away';

/** So long may one failure stand alone before it counts as «no connection». */
const SUSPICION_MS = 3_000;
/** After a stored answer, or none yet, the network has been silent for three seconds already. */
const SUSPICION_AFTER_SILENCE_MS = 2_000;
const FAILURES_TO_OFFLINE = 2;
/** What fails together is one failure; a gap as short as this is not worth a banner either. */
const SAME_FAILURE_MS = 2_000;
const SLOW_RESPONSE_MS = 3_000;
/** The worker gives its copy after three seconds of silence, and at once after a refusal. */
const STORED_AFTER_SILENCE_MS = 2_500;
/** When all is quiet the server is asked so often whether it is still there. */
const HEARTBEAT_MS = 30_000;
/** Two proofs of a page that is looked at lie no further apart; an older one proves nothing any more. */
const PROOF_LASTS_MS = 45_000;
/** A server was busy until a read is answered in time, or until nothing was late for so long. */
const BUSY_LASTS_MS = 15_000;

const UNREACHABLE: ReadonlySet<ConnectivityState> = new Set(['offline', 'silent', 'portal', 'server-away']);

/** True when calls have a chance. */
export function canReachServer(state: ConnectivityState): boolean {
  return !UNREACHABLE.has(state);
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
  /** Something waits to be sent: a server that comes back is to be noticed soon. */
  hurry: (isHurried: boolean) => void;
  start: () => void;
  stop: () => void;
}

/**
 * Judges the connection by what really happens: two failures in a row, or one that nothing disproves for three
 * seconds, mean that there is none; one success means «online». While nothing is proved it asks the server itself: at
 * the start, after half a quiet minute, and while in doubt ever more seldom; only while the page is looked at.
 */
export function createConnectivityModel({
  probe,
  isVisible,
  isOnlineAtStart,
  random = Math.random,
}: Deps): ConnectivityModel {
  let state: ConnectivityState = isOnlineAtStart ? 'checking' : 'offline';
  let failures = 0;
  let lastFailureAt = -Infinity;
  /** The last failure was no refusal but no answer at all. */
  let hasFailedSilently = false;
  /** A call waited in vain while the server counted as reachable: it may be busy. */
  let isCallSilent = false;
  let busyUntil = -Infinity;
  /** When the browser last said «offline»: what was asked before is no proof of what is now. */
  let doubtedAt = -Infinity;
  let provenAt = -Infinity;
  let isStarted = false;
  let isProbing = false;
  /** The browser has news that the question on its way does not know of. */
  let isHintWaiting = false;
  let suspicionTimer: ReturnType<typeof setTimeout> | undefined;
  const schedule = createProbeSchedule(() => void look(), random);
  const listeners = createListeners();

  function become(next: ConnectivityState) {
    if (next === state) return;
    state = next;
    listeners.tell();
  }

  /** What was asked at `askedAt` has been answered; false when that says nothing about now. */
  function prove(askedAt: number): boolean {
    // A doubt of the future is one of before the device's clock was set back.
    if (askedAt < doubtedAt && doubtedAt <= Date.now()) {
      lookLater();
      return false;
    }
    forgetFailures();
    provenAt = Date.now();
    doubtedAt = -Infinity;
    schedule.resetPause();
    return true;
  }

  function settleOn(proven: 'online' | 'slow' | 'busy') {
    isCallSilent = false;
    if (proven === 'busy') busyUntil = Date.now() + BUSY_LASTS_MS;
    if (proven === 'online') busyUntil = -Infinity;
    become(proven);
    if (isStarted && !isProbing) schedule.askAfter(proven === 'busy' ? BUSY_LASTS_MS : HEARTBEAT_MS);
  }

  function succeedByCall(askedAt: number, isSlow: boolean) {
    if (!prove(askedAt)) return;
    if (!isSlow) settleOn('online');
    else settleOn(Date.now() < busyUntil ? 'busy' : 'slow');
  }

  /** The question wants nothing of the server but to be there: a quick answer does not mean that it keeps up. */
  function succeedByProbe(askedAt: number) {
    const isStillBusy = isCallSilent || Date.now() < busyUntil;
    if (!prove(askedAt)) return;
    if (Date.now() - askedAt > SLOW_RESPONSE_MS) settleOn('slow');
    else if (isCallSilent) settleOn('busy');
    else if (isStillBusy) schedule.askAfter(BUSY_LASTS_MS);
    else settleOn('online');
  }

  /** Counts a failure; true when it is the first one after a success. */
  function fail(suspicionMs: number, isSilent: boolean): boolean {
    const now = Date.now();
    const isNew = now - lastFailureAt > SAME_FAILURE_MS;
    hasFailedSilently = isSilent;
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
    clearSuspicion();
    forgetBusy();
    if (state !== 'portal') become(hasFailedSilently ? 'silent' : 'offline');
    lookLater();
  }

  function find(found: 'portal' | 'server-away') {
    forgetFailures();
    forgetBusy();
    become(found);
    lookLater();
  }

  function forgetFailures() {
    clearSuspicion();
    failures = 0;
    lastFailureAt = -Infinity;
  }

  function forgetBusy() {
    isCallSilent = false;
    busyUntil = -Infinity;
  }

  function clearSuspicion() {
    clearTimeout(suspicionTimer);
    suspicionTimer = undefined;
  }

  /** Asks the server now, unless it is being asked. */
  async function look() {
    if (!isStarted || isProbing || !isVisible()) return;
    if (canReachServer(state) && Date.now() - provenAt > PROOF_LASTS_MS) become('checking');
    isProbing = true;
    isHintWaiting = false;
    schedule.asked();
    const startedAt = Date.now();
    const result = await probe();
    isProbing = false;
    if (!isStarted) return;
    if (result === 'reached') succeedByProbe(startedAt);
    else if (result === 'portal') find('portal');
    else if (result === 'away') find('server-away');
    else {
      const hasWaitedMs = provenAt > startedAt ? 0 : Date.now() - startedAt;
      fail(Math.max(0, SUSPICION_MS - hasWaitedMs), result === 'silent');
      if (isHintWaiting) void look();
      else lookLater();
    }
  }

  function lookLater() {
    if (isStarted && !isProbing) schedule.askAgain();
  }

  function reportFailure(isSilent: boolean, isLate: boolean) {
    if (isSilent && canReachServer(state)) isCallSilent = true;
    if (fail(isLate ? SUSPICION_AFTER_SILENCE_MS : SUSPICION_MS, isSilent)) void look();
    else lookLater();
  }

  return {
    getState: () => state,
    subscribe: listeners.subscribe,
    report({ kind, method, latencyMs }) {
      const askedAt = Date.now() - latencyMs;
      // A write may rightly take long: a generated text, an upload.
      if (kind === 'answered') succeedByCall(askedAt, method === 'GET' && latencyMs > SLOW_RESPONSE_MS);
      else if (kind === 'busy') {
        if (prove(askedAt)) settleOn('busy');
      } else if (kind === 'portal') find('portal');
      // One route may be in trouble alone: whether the server is away, only the question to it tells.
      else if (kind === 'away') void look();
      else if (kind === 'stored') reportFailure(latencyMs > STORED_AFTER_SILENCE_MS, true);
      else reportFailure(kind !== 'failed', kind === 'silent');
    },
    hint(hint) {
      if (hint === 'visibility') {
        const isInDoubt = !canReachServer(state) || state === 'slow' || failures > 0;
        if (isVisible() && (isInDoubt || !schedule.isWaiting())) {
          schedule.resetPause();
          void look();
        }
        return;
      }
      schedule.resetPause();
      if (hint === 'offline') {
        doubtedAt = Date.now();
        hasFailedSilently = false;
        suspect(SUSPICION_MS);
      }
      isHintWaiting = isProbing;
      void look();
    },
    hurry: schedule.hurry,
    start() {
      isStarted = true;
      void look();
    },
    stop() {
      isStarted = false;
      schedule.stop();
      clearSuspicion();
    },
  };
}
