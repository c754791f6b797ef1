import type { QueryClient } from '@tanstack/react-query';

const LOOK_INTERVAL_MS = 250;
/** Between the profile and the list nothing is asked for, for a moment. */
const QUIET_LOOKS = 2;

/** Resolves when the first screen has its data: what was not needed for it may use the network now. */
export async function firstScreen(queryClient: QueryClient): Promise<void> {
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
    quiet = queryClient.isFetching() > 0 ? 0 : quiet + 1;
  }
}
