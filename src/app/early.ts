/**
 * Runs in the head of the page before anything is painted; the build turns it into a script of its own and fills in the
 * chunks (see route-preload.config.ts). It must stay free of imports.
 */
{
  const chunksByPath = '__ROUTE_CHUNKS__' as unknown as Record<string, string[]>;

  let isSignedIn = false;
  /** Of whoever may keep what is read: on a foreign device the app asks by itself. */
  let token: string | null = null;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
    isSignedIn = Boolean(localStorage.getItem('accessToken') && localStorage.getItem('refreshToken'));
    if (isSignedIn && !localStorage.getItem('isForeignDevice')) token = localStorage.getItem('accessToken');
  } catch {
    // Storage is blocked: the system's theme and the login page.
  }

  const path = location.pathname.replace(/\/+$/, '');
  const page = path.startsWith('/home/') ? path : '/home/cards';
  const target = isSignedIn ? page : '/auth/login';
  // What stands on the screen until the app does (see shell/boot.css).
  const isHome = path === '' || `${path}/`.startsWith('/home/');
  if (isSignedIn && isHome)
    document.documentElement.dataset['firstFrame'] = page === '/home/cards' ? 'cards' : 'menu';
  const paths = Object.keys(chunksByPath).filter(
    (known) => target === known || target.startsWith(`${known}/`),
  );
  const longest = paths.sort((one, other) => other.length - one.length)[0];
  for (const href of longest === undefined ? [] : (chunksByPath[longest] ?? [])) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }

  // The same addresses that the app composes (early.test.ts compares): it takes these answers in place of its own.
  const reads = ['/api/v1/users/me/'];
  if (page === '/home/cards' && location.search === '')
    reads.push(
      '/api/v1/cards/?ordering=-updated_at&limit=50&offset=0',
      '/api/v1/cards/counters/',
      '/api/v1/cards/facets/',
    );
  if (token !== null && isHome && isValid(token)) globalThis.earlyReads = read(reads, token);

  function read(addresses: readonly string[], ofToken: string): EarlyReads {
    const byAddress: EarlyReads['byAddress'] = new Map();
    for (const address of addresses) {
      const abort = new AbortController();
      const response = fetch(address, {
        headers: { accept: 'application/json', authorization: `Bearer ${ofToken}` },
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        signal: abort.signal,
      });
      // Whoever takes it sees the failure.
      response.catch(() => undefined);
      byAddress.set(address, { response, abort });
    }
    const changes =
      typeof BroadcastChannel === 'function' ? new BroadcastChannel('prilavok-tags') : undefined;
    changes?.addEventListener('message', () => {
      for (const { abort } of byAddress.values()) abort.abort();
      byAddress.clear();
    });
    return { token: ofToken, sentAtMs: performance.now(), byAddress, changes };
  }

  /** A token that is over would be refused: the app renews it first. */
  function isValid(jwt: string): boolean {
    try {
      const payload = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
      return Number(JSON.parse(atob(payload)).exp) * 1000 > Date.now();
    } catch {
      return false;
    }
  }
}
