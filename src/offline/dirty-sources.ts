/** Something on the screen that a reload would lose. */
export interface DirtySource {
  isDirty: () => boolean;
  /** Saves what it can (a draft); a reload waits for it. */
  flush: () => void | Promise<void>;
}

const FLUSH_WAIT_MS = 2_000;
const sources = new Set<DirtySource>();

/** A form registers for as long as it is on the screen. Returns the way to take it back. */
export function registerDirtySource(source: DirtySource): () => void {
  sources.add(source);
  return () => sources.delete(source);
}

export function isAnythingDirty(): boolean {
  return [...sources].some((source) => source.isDirty());
}

/** Lets every form save its draft. Never throws; a form that hangs is not waited for. */
export async function flushDirtySources(): Promise<void> {
  const flushed = Promise.allSettled([...sources].map(async (source) => source.flush()));
  await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, FLUSH_WAIT_MS))]);
}
