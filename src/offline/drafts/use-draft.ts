import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { z } from 'zod/mini';
import { registerDirtySource } from '#offline/release/dirty-sources.ts';
import type { Draft } from './draft-store.ts';
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
  const [found, setFound] = useState<{ slot: string; draft: Draft<T> } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const text = isDirty ? JSON.stringify(value) : null;
  const own = useRef<Own>({ slots: new Set(), text: null, settled: null });

  /** False when the device did not keep it. */
  const keep = useEffectEvent(async (typed: string | null): Promise<boolean> => {
    const drafts = userDrafts();
    if (typed === null || typed === own.current.text || typed === own.current.settled) return true;
    if (!drafts) return false;
    const slot = found?.slot === key ? secondSlot(key) : key;
    own.current.slots.add(slot);
    own.current.text = typed;
    try {
      await drafts.write(slot, typed);
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
    let isGone = false;
    void findNewest(key, schema).then((newest) => !isGone && setFound(newest));
    return () => {
      isGone = true;
    };
  }, [key, schema]);

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

  return {
    found: found?.draft ?? null,
    hasFailed: hasFailed && isDirty,
    take: () => {
      if (found) own.current.slots.add(found.slot);
      setFound(null);
      return found?.draft.value ?? null;
    },
    discard: () => {
      if (found) void userDrafts()?.remove(found.slot);
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

function forget({ slots }: Own, settled: string | null): Own {
  for (const slot of slots) void userDrafts()?.remove(slot);
  return { slots: new Set(), text: null, settled };
}

async function findNewest<T>(key: string, schema: z.ZodMiniType<T>) {
  const drafts = userDrafts();
  const slots = [key, secondSlot(key)];
  const all = await Promise.all(
    slots.map(async (slot) => ({ slot, draft: await drafts?.read(slot, schema) })),
  );
  let newest: { slot: string; draft: Draft<T> } | null = null;
  for (const { slot, draft } of all) {
    if (draft && (!newest || draft.savedAt > newest.draft.savedAt)) newest = { slot, draft };
  }
  return newest;
}

function secondSlot(key: string): string {
  return `${key}#2`;
}
