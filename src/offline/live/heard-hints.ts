import type { HintKind } from '#contract/live-hints.ts';
import { createListeners } from '#lib/listeners.ts';

/** Told in every tab, whichever of them holds the stream. */
export const heardHints = createListeners<[kinds: readonly HintKind[]]>();
