import { isLoadingQuietly } from '#lib/load-quietly.ts';
import { flushDirtySources } from './dirty-sources.ts';

const RELOADED_AT_KEY = 'prilavok-reloaded-at';
const MIN_GAP_MS = 30_000;

/** True when this tab was not reloaded by itself a moment ago; also marks that it is going to be. */
export function mayReloadNow(now = Date.now()): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT_KEY));
    if (now - last < MIN_GAP_MS && last <= now) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(now));
    return true;
  } catch {
    return false; // without a memory a reload could become a loop
  }
}

/**
 * A part of the app that the server no longer has (an old build, a new deploy): one reload brings the new build.
 * Offline, or right after such a reload, the error goes its way and the screen says what happened; so it does when
 * something typed could not be kept.
 */
export function reloadOnMissingChunk(options: { canReload: () => boolean; reload: () => void }): () => void {
  function onPreloadError(event: Event) {
    if (isLoadingQuietly() || !options.canReload() || !mayReloadNow()) return;
    event.preventDefault();
    void reloadKeepingWork(options.reload);
  }
  window.addEventListener('vite:preloadError', onPreloadError);
  return () => window.removeEventListener('vite:preloadError', onPreloadError);
}

/**
 * For the screen that stands in place of a part which did not come, whenever the server can be reached: the part may have
 * been missed only for the moment without a connection, and nobody should have to press for it. Once, as above.
 */
export function reloadForMissingPart(reload: () => void): void {
  if (mayReloadNow()) void reloadKeepingWork(reload);
}

async function reloadKeepingWork(reload: () => void): Promise<void> {
  if (await flushDirtySources()) reload();
}
