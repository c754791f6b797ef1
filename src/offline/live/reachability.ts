export interface Reachability {
  isReachable: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** Resolves when the server can be reached, or `signal` is aborted. */
export function untilReachable({ isReachable, subscribe }: Reachability, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isReachable() && !signal.aborted) return;
      stopWatching();
      signal.removeEventListener('abort', look);
      resolve();
    };
    const stopWatching = subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}

/**
 * What a pause after a failure is ended by: aborted with `signal`, and when one of `ways` is open again after it was not. The pause was
 * for that, and nobody may tell.
 */
export function whenDue(ways: readonly Reachability[], signal: AbortSignal) {
  const due = new AbortController();
  const end = () => due.abort();
  const stops = ways.map(({ isReachable, subscribe }) => {
    let wasAway = !isReachable();
    return subscribe(() => {
      if (!isReachable()) wasAway = true;
      else if (wasAway) end();
    });
  });
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  return {
    signal: due.signal,
    stopWatching() {
      for (const stop of stops) stop();
      signal.removeEventListener('abort', end);
    },
  };
}
