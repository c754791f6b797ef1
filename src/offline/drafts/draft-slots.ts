/** So many tabs keep what is typed into one form apart. */
const SLOTS = 8;

/** Where the drafts of a form stand: one of each tab that it is filled in. */
export function slotsOf(key: string): string[] {
  return Array.from({ length: SLOTS }, (_, index) => (index === 0 ? key : `${key}#${index + 1}`));
}

export interface SlotClaim {
  slot: string;
  release: () => void;
}

/**
 * The first of these slots that no other tab writes into, held until it is released or the tab is gone: two tabs of one form would
 * write over each other, and the one that saves would take the other's draft away. The first one where a browser has no locks.
 *
 * @param slots at least one
 */
export async function claimSlot(
  scope: string,
  slots: readonly string[],
  locks: Pick<LockManager, 'request'> | undefined = navigator.locks,
): Promise<SlotClaim> {
  const [first = ''] = slots;
  const unheld = { slot: first, release: () => undefined };
  if (locks === undefined) return unheld;
  for (const slot of slots) {
    const release = await heldLock(locks, `draft:${scope}:${slot}`);
    if (release) return { slot, release };
  }
  return unheld;
}

/** Null: somebody else has it. */
async function heldLock(locks: Pick<LockManager, 'request'>, name: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((release) => resolve(release));
      })
      // A page that is being put away gets none.
      .catch(() => resolve(null));
  });
}
