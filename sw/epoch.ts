/**
 * Grows when what is under way must not be stored any more: at a logout, and when data was changed. Lives as long as
 * the worker; requests do not outlive it.
 */
let epoch = 0;

export function currentEpoch(): number {
  return epoch;
}

export function beginEpoch(): void {
  epoch += 1;
}
