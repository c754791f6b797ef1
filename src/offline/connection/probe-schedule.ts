const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/**
 * While something waits to be sent the server is asked so often, counted from the question before: with the jitter, a
 * silent question of four seconds and the sending itself, nineteen returns of twenty are used within five seconds.
 */
const HURRIED_PAUSE_MS = 3_500;
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
    if (isHurried && pauseMs >= HURRIED_PAUSE_MS) {
      // Of a clock that has gone back since nothing is known: it may be an hour.
      const askedAgoMs = Math.max(0, Date.now() - askedAt);
      start(Math.max(SHORTEST_REST_MS, HURRIED_PAUSE_MS * jitter() - askedAgoMs));
    } else start(pauseMs * jitter());
    isAfterFailure = true;
  }

  return {
    askAgain() {
      if (isAfterFailure) return;
      startPause();
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
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
