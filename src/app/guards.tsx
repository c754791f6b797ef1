import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '#api/session/session.ts';
import { paths } from '#lib/paths.ts';
import { safeFrom } from './safe-from.ts';

/** A guest goes to the login page, which remembers where they wanted to, and who they were if a session has ended. */
export function RequireSession() {
  const { isLoggedIn, user } = useSession();
  const { pathname, search, hash } = useLocation();
  const [lastUserId, setLastUserId] = useState(user?.id);
  if (user && user.id !== lastUserId) setLastUserId(user.id);
  if (isLoggedIn) return <Outlet />;
  // In the history's state, not in the address: nobody can hand somebody else a link with it.
  const state = { from: pathname + search + hash, ofUserId: lastUserId };
  return <Navigate to={paths.login} replace state={state} />;
}

/** A signed-in user goes back to the remembered page, else home. Signing in on the page below ends here too. */
export function GuestOnly() {
  const { isLoggedIn, user } = useSession();
  const { state } = useLocation();
  if (!isLoggedIn) return <Outlet />;
  return <Navigate to={safeFrom(rememberedFor(user?.id, state)) ?? paths.home} replace />;
}

/** The page of one user is «Карточка не найдена» for another. */
function rememberedFor(userId: number | undefined, state: unknown): unknown {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const isSomebodyElses = 'ofUserId' in state && state.ofUserId !== undefined && state.ofUserId !== userId;
  return isSomebodyElses ? null : state.from;
}
