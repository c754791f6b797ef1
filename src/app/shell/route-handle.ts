import type { UIMatch } from 'react-router-dom';

/** What a route says of itself. */
export interface RouteHandle {
  /** Its crumb, and the window's title when it is the last. */
  crumb: string;
}

/** The matches that have a crumb, outermost first. */
export function crumbsOf(matches: readonly UIMatch[]): { label: string; pathname: string }[] {
  return matches.flatMap(({ handle, pathname }) =>
    isRouteHandle(handle) ? [{ label: handle.crumb, pathname }] : [],
  );
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'crumb' in handle;
}
