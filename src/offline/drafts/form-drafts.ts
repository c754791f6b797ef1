import type { z } from 'zod/mini';
import { session } from '#api/session/session.ts';
import { claimSlot, slotsOf, type SlotClaim } from './draft-slots.ts';
import { type Draft, withTimeout } from './draft-store.ts';
import { userDrafts } from './user-drafts.ts';

export interface FoundDraft<T> {
  slot: string;
  draft: Draft<T>;
}

/** What earlier visits and other tabs have left, the newest first. */
export async function findDrafts<T>(key: string, schema: z.ZodMiniType<T>): Promise<FoundDraft<T>[]> {
  const drafts = userDrafts();
  const all = await Promise.all(
    slotsOf(key).map(async (slot) => ({ slot, draft: await drafts?.read(slot, schema) })),
  );
  return all
    .flatMap(({ slot, draft }) => (draft ? [{ slot, draft }] : []))
    .sort((one, other) => other.draft.savedAt - one.draft.savedAt);
}

/** A slot with nothing in it; where all are full, what was left first gives way. */
export async function claimFree(key: string, there: readonly FoundDraft<unknown>[]): Promise<SlotClaim> {
  const full = there.map(({ slot }) => slot);
  const empty = slotsOf(key).filter((slot) => !full.includes(slot));
  return await claimSlot(String(session.getSession().user?.id), [...empty, ...full.toReversed()]);
}

/**
 * Puts a draft beside those that a form has, in this tab or another: it is the first to be offered. Rejects when the device did not
 * keep it.
 */
export async function addDraft<T>(key: string, schema: z.ZodMiniType<T>, draft: T): Promise<void> {
  const { slot, release } = await claimFree(key, await withTimeout(findDrafts(key, schema)));
  try {
    await userDrafts()?.write(slot, JSON.stringify(draft));
  } finally {
    release();
  }
}
