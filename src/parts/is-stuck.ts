interface AskedQuery {
  fetchStatus: string;
  error: unknown;
  dataUpdatedAt: number;
  errorUpdateCount: number;
}

/**
 * Nothing has come: the query failed, or is paused for want of a connection. Without data there is a problem to show, and it stays
 * while a query that has failed is tried again: what stands there would else vanish and come back the same.
 */
export function isStuck({ fetchStatus, error, dataUpdatedAt, errorUpdateCount }: AskedQuery): boolean {
  if (fetchStatus === 'paused') return true;
  if (fetchStatus === 'idle') return error !== null;
  return dataUpdatedAt === 0 && errorUpdateCount > 0;
}
