const TICK_MS = 200;

/**
 * Calls back after `delayMs` in which this page could run, and returns the way to stop. A plain timer runs on while the page
 * does not — a laptop sleeps, a tab is frozen, the processor is taken away — and is due the moment it wakes, before the
 * answer that came meanwhile is looked at. Of any such gap one tick is counted.
 */
export function setAwakeTimer(callback: () => void, delayMs: number): () => void {
  let leftMs = delayMs;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const tickMs = Math.min(TICK_MS, leftMs);
    timer = setTimeout(() => {
      leftMs -= tickMs;
      if (leftMs > 0) wait();
      else callback();
    }, tickMs);
  };
  wait();
  return () => clearTimeout(timer);
}
