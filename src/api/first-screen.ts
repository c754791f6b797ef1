import type { QueryClient } from '@tanstack/react-query';

const LOOK_INTERVAL_MS = 250;
/** Between the profile and the list nothing is asked for, for a moment. */
const QUIET_LOOKS = 2;
/** A first screen that never settles must not keep away the worker, the device's list, or what tells of changes. */
export const FIRST_SCREEN_MAX_MS = 8_000;

/**
 * Resolves when the first screen has its data, or has waited for it long enough: what was not needed for it may use the
 * network now.
 */
export async function firstScreen(queryClient: QueryClient): Promise<void> {
  let looks = FIRST_SCREEN_MAX_MS / LOOK_INTERVAL_MS;
  for (let quiet = 0; quiet < QUIET_LOOKS && looks-- > 0;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
    quiet = queryClient.isFetching() > 0 ? 0 : quiet + 1;
  }
}
