import { useState } from 'react';

/**
 * Whether what was tried has failed and nothing has come since: as `isStuck` of a query, also while it is tried again, when the error of
 * a mutation is gone. Its problem then stays where it stands, and says when it has failed again.
 */
export function useHasFailed({ error, data }: { error: unknown; data: unknown }): boolean {
  const [hasFailed, setFailed] = useState(false);
  if (error !== null && !hasFailed) setFailed(true);
  if (data !== undefined && hasFailed) setFailed(false);
  return hasFailed;
}
