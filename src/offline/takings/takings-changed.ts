import { createListeners } from '#lib/listeners.ts';

/** Told in this tab when the device may hold something else than before, or there is something to fetch. */
export const takingsChanged = createListeners();
