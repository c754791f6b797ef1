/** Pauses are counted from the question before: one that stays silent takes four seconds itself. */
const FIRST_PAUSE_MS = 2_000;
/**
 * So much longer is each: about a fiftieth of the time the server has been away, found within five seconds after a minute, at the end
 * asked for once a minute. The question is the cheapest there is, and no two devices ask at the same moment.
 */
const GROWTH = 1.02;
const LONGEST_PAUSE_MS = 60_000;
/**
 * While something waits to be sent they grow no longer: with the jitter and the sending itself, nineteen returns of twenty are used
 * within five seconds.
 */
const LONGEST_HURRIED_PAUSE_MS = 3_500;
const SHORTEST_REST_MS = 500;

export interface ProbeSchedule {
  /** After a failure: asks again after a pause, each longer than the one before. */
  askAgain: () => void;
  /** After a proof: asks again when nothing else has proved anything for so long. */
  askAfter: (quietMs: number) => void;
  /** The next failure is followed by the shortest pause. */
  resetPause: () => void;
  /** True while something waits for the server: the pauses stay short. */
  hurry: (isHurried: boolean) => void;
  /** To be called when the question is asked. */
  asked: () => void;
  isWaiting: () => boolean;
  stop: () => void;
}

/** When the server is to be asked next whether it is there. */
export function createProbeSchedule(ask: () => void, random: () => number): ProbeSchedule {
  let pauseMs = FIRST_PAUSE_MS;
  let isHurried = false;
  let askedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAfterFailure = false;

  function stop() {
    clearTimeout(timer);
    timer = undefined;
    isAfterFailure = false;
  }

  function start(delayMs: number) {
    stop();
    timer = setTimeout(() => {
      stop();
      ask();
    }, delayMs);
  }

  const jitter = () => 0.75 + random() / 2;

  function startPause() {
    // Of a clock that has gone back since nothing is known: it may be an hour.
    const askedAgoMs = Math.max(0, Date.now() - askedAt);
    const nextMs = Math.min(pauseMs, isHurried ? LONGEST_HURRIED_PAUSE_MS : LONGEST_PAUSE_MS);
    start(Math.max(SHORTEST_REST_MS, nextMs * jitter() - askedAgoMs));
    isAfterFailure = true;
  }

  return {
    askAgain() {
      if (isAfterFailure) return;
      startPause();
      pauseMs *= GROWTH;
    },
    askAfter: (quietMs) => start(quietMs * jitter()),
    resetPause() {
      pauseMs = FIRST_PAUSE_MS;
    },
    hurry(isHurriedNow) {
      if (isHurried === isHurriedNow) return;
      isHurried = isHurriedNow;
      if (isHurried && isAfterFailure) startPause();
    },
    asked() {
      stop();
      askedAt = Date.now();
    },
    isWaiting: () => timer !== undefined,
    stop,
  };
}
