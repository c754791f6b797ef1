import { createSeller, type Seller, type State } from '#simulator/state/state.ts';

/** The hosts that have a sandbox, and what of them has none, by the official documents. */
const HOSTS = /^\/(content|prices|marketplace|statistics)\//;
const REAL_ONLY = new Set(['content/brands', 'marketplace/ping']);

export function isInSandbox({ name, path }: { name: string; path: string }): boolean {
  return HOSTS.test(path) && !REAL_ONLY.has(name);
}

/** /content/… → /content-sandbox/… */
export function sandboxPath(path: string): string {
  return path.replace(HOSTS, '/$1-sandbox/');
}

/** What a seller tries out is kept apart from the cabinet; undefined for a seller that there is not. */
export function sandboxSeller(state: State, sid: string): Seller | undefined {
  const real = state.sellers.get(sid);
  const key = `sandbox:${sid}`;
  return real && (state.sellers.get(key) ?? createSeller(state, { ...real, sid: key }));
}
