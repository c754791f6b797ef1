import { logout } from '#contract/auth.ts';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/**
 * Revokes a refresh token as soon as a call gets through. The token waits in memory only: after signing out nothing
 * of the user may stay on the device, and an unused token ends by itself.
 */
export function revokeWhenPossible(refreshToken: string): void {
  let pauseMs = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function tryNow() {
    clearTimeout(timer);
    try {
      await api.call(logout, { body: { refresh: refreshToken } });
    } catch (error) {
      if (error instanceof ApiError && !error.isClientError) {
        timer = setTimeout(onChance, pauseMs);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        return;
      }
    }
    window.removeEventListener('online', onChance);
  }
  function onChance() {
    void tryNow();
  }

  window.addEventListener('online', onChance);
  onChance();
}
