import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '#api/session.ts';
import { paths } from './paths.ts';
import { safeFrom } from './safe-from.ts';

/** A guest goes to the login page, which remembers where they wanted to. */
export function RequireSession() {
  const { isLoggedIn } = useSession();
  const { pathname, search, hash } = useLocation();
  if (isLoggedIn) return <Outlet />;
  // In the history's state, not in the address: nobody can hand somebody else a link with it.
  return <Navigate to={paths.login} replace state={{ from: pathname + search + hash }} />;
}

/** A signed-in user goes back to the remembered page, else home. Signing in on the page below ends here too. */
export function GuestOnly() {
  const { isLoggedIn } = useSession();
  const { state } = useLocation();
  if (!isLoggedIn) return <Outlet />;
  return <Navigate to={safeFrom(rememberedIn(state)) ?? paths.home} replace />;
}

function rememberedIn(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
}
