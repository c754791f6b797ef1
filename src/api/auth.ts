import { useMutation } from '@tanstack/react-query';
import { loginEndpoint, logoutEndpoint, type Credentials } from '#contract/auth.ts';
import { api } from './api.ts';
import { prepareRevocation } from './revocation.ts';
import { session } from './session/session.ts';

export const LOGOUT_ERROR = 'Ошибка выхода из системы';
export const LEAVE_HERE = 'Выйти на этом устройстве';

/** Signs in. A wrong pair is an `ApiError` with the code `wrong_credentials`. */
export function useLogin() {
  return useMutation({
    mutationFn: (credentials: Credentials) => api.call(loginEndpoint, { body: credentials }),
    meta: { errorText: 'Неверный запрос', isQuiet: true },
    onSuccess(tokens, { isForeignDevice = false }) {
      session.startSession(tokens, { isForeignDevice });
    },
  });
}

/** The logout under way: one call, however often the button is pressed. */
let leaving: Promise<void> | undefined;

async function leave(): Promise<void> {
  const { refreshToken, user } = session.getSession();
  const { epoch } = session;
  if (!refreshToken || !user) throw new Error(LOGOUT_ERROR);
  await api.call(logoutEndpoint, { body: { refresh: refreshToken } });
  // A call that was under way may have met the dead tokens first; whoever has signed in since stays signed in.
  if (session.epoch === epoch) await session.endSession('logout');
  else await session.forgetUser(user);
}

/**
 * Signs out: the server forgets the tokens, then the device forgets the user. Without a stored refresh token, or when
 * the call fails, it rejects and nothing is cleared: the screen then offers {@link signOutOnThisDevice}.
 */
export function signOut(): Promise<void> {
  leaving ??= leave().finally(() => {
    leaving = undefined;
  });
  return leaving;
}

/** Resolves when no logout is under way, however it went: what begins meanwhile would be refused. */
export async function signOutSettled(): Promise<void> {
  await leaving?.catch(() => undefined);
}

/** {@link signOut} for a button; its failure is told as «Ошибка выхода из системы». */
export function useLogout() {
  return useMutation({ mutationFn: signOut, meta: { errorText: LOGOUT_ERROR } });
}

/**
 * Signs out without the server: the device forgets the user now, the session ends there when a call gets through, be it
 * after the browser was closed.
 */
export async function signOutOnThisDevice(): Promise<void> {
  const { refreshToken } = session.getSession();
  const revoke = refreshToken === null ? () => undefined : await prepareRevocation(refreshToken);
  const ended = session.endSession('logout');
  // In the task that removes the tokens, so that no killed tab forgets it; after them, for the room on a full device.
  revoke();
  await ended;
}
