/**
 * Runs in the head of the page before anything is painted; the build turns it into a script of its own and fills in the
 * chunks (see route-preload.config.ts). It must stay free of imports.
 */
{
  const chunksByPath = '__ROUTE_CHUNKS__' as unknown as Record<string, string[]>;

  let isSignedIn = false;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
    isSignedIn = Boolean(localStorage.getItem('accessToken') && localStorage.getItem('refreshToken'));
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
}
