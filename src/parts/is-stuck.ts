/** Nothing is on its way: the query failed, or is paused for want of a connection. Without data there is a problem to show. */
export function isStuck({ fetchStatus, error }: { fetchStatus: string; error: unknown }): boolean {
  return fetchStatus === 'paused' || (fetchStatus === 'idle' && error !== null);
}
