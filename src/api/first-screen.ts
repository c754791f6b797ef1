import type { QueryClient } from '@tanstack/react-query';

const LOOK_INTERVAL_MS = 250;

/** Resolves when the first screen has its data: what was not needed for it may use the network now. */
export async function firstScreen(queryClient: QueryClient): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
  while (queryClient.isFetching() > 0);
}
