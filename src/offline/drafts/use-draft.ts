import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { z } from 'zod/mini';
import { registerDirtySource } from '#offline/release/dirty-sources.ts';
import type { Draft } from './draft-store.ts';
import { claimFree, findDrafts, type FoundDraft } from './form-drafts.ts';
import { userDrafts } from './user-drafts.ts';

/** What was typed is on the device no later than this after the last key. */
const SAVE_DELAY_MS = 800;

interface DraftOptions<T> {
  /** Route and entity: `card:17`, `card:new`. */
  key: string;
  value: T;
  schema: z.ZodMiniType<T>;
  /** True while the form holds what is not saved. */
  isDirty: boolean;
}

export interface DraftControl<T> {
  /** Left by an earlier visit: to be offered. */
  found: Draft<T> | null;
  /** The device does not keep what is being typed: to be said loudly. */
  hasFailed: boolean;
  /** «Восстановить»: hands the draft over and stops offering it. */
  take: () => T | null;
  /** «Удалить» */
  discard: () => void;
  /** It is saved, and the form is about to go: what it holds now is no draft any more. */
  settle: () => void;
}

/**
 * Keeps an unsaved form on the device: 800 ms after a change, and at once when the page is hidden or put away, which is
 * the last that a phone tells. A draft goes only with a confirmed save, by the user's word, or after 30 days; while an
 * earlier one is still on offer, what is typed now is kept beside it.
 */
export function useDraft<T>({ key, value, schema, isDirty }: DraftOptions<T>): DraftControl<T> {
  const [found, setFound] = useState<FoundDraft<T> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const text = isDirty ? JSON.stringify(value) : null;
  const own = useRef<Own>({ slots: new Set(), text: null, settled: null });
  const claimed = useRef(key);

  /** False when the device did not keep it. */
  const keep = useEffectEvent(async (typed: string | null): Promise<boolean> => {
    const drafts = userDrafts();
    if (typed === null || typed === own.current.text || typed === own.current.settled) return true;
    if (!drafts) return false;
    const slot = claimed.current;
    own.current.slots.add(slot);
    own.current.text = typed;
    try {
      await drafts.write(slot, typed);
      if (own.current.text === typed) keepAlone(own.current, slot);
      setFailed(false);
      return true;
    } catch {
      own.current.text = null;
      setFailed(true);
      return false;
    }
  });
  const keepNow = useEffectEvent(() => keep(text));
  useEffect(() => {
    if (text === null) {
      // Saved, or taken back by hand: nothing is left that a draft could restore.
      own.current = forget(own.current, null);
      return undefined;
    }
    const timer = setTimeout(() => void keep(text), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    if (!isDirty) return undefined;
    const keepWhenHidden = () => {
      if (document.visibilityState === 'hidden') void keepNow();
    };
    const keepWhenPutAway = () => void keepNow();
    const stop = registerDirtySource({ isDirty: () => true, flush: () => keepNow() });
    document.addEventListener('visibilitychange', keepWhenHidden);
    window.addEventListener('pagehide', keepWhenPutAway);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', keepWhenHidden);
      window.removeEventListener('pagehide', keepWhenPutAway);
      // Leaving within the app loses nothing either.
      void keepNow();
    };
  }, [isDirty]);

  // Behind the others: when the form goes, what is typed is kept before its slot is free.
  useEffect(() => {
    let isGone = false;
    claimed.current = key;
    const claim = findDrafts(key, schema).then(async (there) => {
      if (!isGone) setFound(there[0] ?? null);
      return await claimFree(key, there);
    });
    // Before anything is typed: what is kept is written at once, without a question, for a page that is put away has no time for one.
    void claim.then(({ slot }) => {
      if (!isGone) claimed.current = slot;
    });
    return () => {
      isGone = true;
      void claim.then(({ release }) => release());
    };
  }, [key, schema]);

  return {
    found: found?.draft ?? null,
    hasFailed: hasFailed && isDirty,
    take: () => {
      if (found) own.current.slots.add(found.slot);
      setFound(null);
      return found?.draft.value ?? null;
    },
    discard: () => {
      // What was typed before the device had said what it has may stand in the same slot by now.
      if (found && !own.current.slots.has(found.slot)) void userDrafts()?.remove(found.slot);
      setFound(null);
    },
    settle: () => {
      own.current = forget(own.current, text);
    },
  };
}

/** What this visit wrote or took over. */
interface Own {
  slots: Set<string>;
  /** What is kept now. */
  text: string | null;
  /** What is saved, and not to be kept again. */
  settled: string | null;
}

/** What was taken over is in this slot now: it would be offered once more when this one is saved. */
function keepAlone(own: Own, slot: string): void {
  for (const other of own.slots) if (other !== slot) void userDrafts()?.remove(other);
  own.slots = new Set([slot]);
}

function forget({ slots }: Own, settled: string | null): Own {
  for (const slot of slots) void userDrafts()?.remove(slot);
  return { slots: new Set(), text: null, settled };
}
