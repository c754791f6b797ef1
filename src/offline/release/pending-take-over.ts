const PENDING_KEY = 'prilavok-take-over-pending';

/** Marks that this tab is loaded anew although the new worker has not taken over yet. */
export function rememberPendingTakeOver(): void {
  try {
    sessionStorage.setItem(PENDING_KEY, '1');
  } catch {
    // Without a memory the old version stays until the next reload, as it would have.
  }
}

/** True once after `rememberPendingTakeOver`. */
export function wasTakeOverPending(): boolean {
  try {
    const isPending = sessionStorage.getItem(PENDING_KEY) !== null;
    sessionStorage.removeItem(PENDING_KEY);
    return isPending;
  } catch {
    return false;
  }
}
