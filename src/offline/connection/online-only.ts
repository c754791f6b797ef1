import { useIsReachable } from './connectivity.ts';

/**
 * For what is never queued (sends, stocks, prices, retries, promotions): gives the reason why a button does nothing now,
 * or null while the server can be reached.
 */
export function useOnlineOnly(): (reason: string) => string | null {
  const isReachable = useIsReachable();
  return (reason) => (isReachable ? null : reason);
}
