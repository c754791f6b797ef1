/** Something on the screen that a reload would lose. */
export interface DirtySource {
  isDirty: () => boolean;
  /** Saves what it can (a draft); a reload waits for it. `false`: a reload would lose what was typed. */
  flush: () => void | boolean | Promise<void | boolean>;
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

/**
 * Lets every form save its draft; true when nothing would be lost now. Never throws; a form that hangs is not waited
 * for, and counts as not saved.
 */
export async function flushDirtySources(): Promise<boolean> {
  const isKept = async (source: DirtySource) => {
    if (!source.isDirty()) return true;
    try {
      return (await source.flush()) !== false;
    } catch {
      return false;
    }
  };
  const all = Promise.all([...sources].map(isKept)).then((kept) => kept.every(Boolean));
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), FLUSH_WAIT_MS));
  return Promise.race([all, late]);
}
