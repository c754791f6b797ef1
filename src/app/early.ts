/**
 * Runs in the head of the page before anything is painted; the build turns it into a script of its own and fills in the
 * chunks and the build's name (see route-preload.config.ts). It must stay free of imports.
 */
{
  const chunksByPath = '__ROUTE_CHUNKS__' as unknown as Record<string, string>;
  const build = '__BUILD__';
  document.documentElement.dataset['build'] = build;

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
  if (isSignedIn && page === '/home/cards' && location.search === '' && isHome) showLastList();
  const paths = Object.keys(chunksByPath).filter(
    (known) => target === known || target.startsWith(`${known}/`),
  );
  const longest = paths.sort((one, other) => other.length - one.length)[0];
  for (const name of chunksByPath[longest ?? '']?.split(' ') ?? [])
    ask(`/assets/${name}.js`, 'modulepreload');
  // Those that people begin with need no more than the document's own.
  if (longest !== '/home/cards' && longest !== '/auth/login') {
    const styles = document.querySelector('meta[name="later-styles"]')?.getAttribute('content');
    if (styles) ask(styles, 'preload', 'style');
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

  function ask(href: string, rel: string, as = ''): void {
    const link = document.createElement('link');
    link.rel = rel;
    link.as = as;
    link.href = href;
    document.head.append(link);
  }

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
      return Number(payloadOf(jwt).exp) * 1000 > Date.now();
    } catch {
      return false;
    }
  }

  function payloadOf(jwt: string): Record<string, unknown> {
    const payload = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload));
  }

  /** The list as it was last seen, with the time of its data; the empty places stay where there is none that fits. */
  function showLastList(): void {
    let list: LastList;
    try {
      list = JSON.parse(localStorage.getItem('prilavok-last-list') ?? '');
      const user = payloadOf(localStorage.getItem('accessToken') ?? '');
      const ageMs = Date.now() - list.dataAtMs;
      // As a stored copy: no older than a week, and not of a clock that was put back.
      if (list.userId !== user['id'] || ageMs < 0 || ageMs > 7 * 86_400_000) return;
      if (list.build !== build) return;
    } catch {
      return;
    }
    // The frame's own element comes after this script: the parser is followed until it is there.
    const parsing = new MutationObserver(() => {
      const places = document.querySelector('#first-frame .list');
      if (!places) return;
      parsing.disconnect();
      const root = document.documentElement;
      if (!isLaidOutAs(list)) return;
      const picture = drawn(['div', { class: 'picture flex flex-col p-page max-md:pt-5' }, list.nodes]);
      const note = picture.querySelector('.data-age');
      if (!note) return;
      note.textContent = `Данные на ${momentOf(list.dataAtMs)} · Обновление…`;
      // Here and not further up: Safari of a phone makes no clicks on what nobody near it waits for them on.
      picture.addEventListener('click', (event) => notePress(event, list.userId));
      places.before(picture);
      root.dataset['firstFrame'] = 'picture';
    });
    parsing.observe(document, { childList: true, subtree: true });
  }

  /** A press on a row is kept for the app, which opens its card for whoever saw it: what is seen can be opened. */
  function notePress(event: Event, userId: number): void {
    const { target } = event;
    if (!(event instanceof MouseEvent && target instanceof Element) || event.ctrlKey || event.metaKey) return;
    if (target.closest('label,button')) return;
    const row = target.closest<HTMLElement>('tr,li');
    const link = row?.querySelector<HTMLElement>('[data-card]');
    if (!row || !link) return;
    globalThis.pressedCard = { userId, id: Number(link.dataset['card']) };
    row.style.opacity = '.6';
  }

  /**
   * Whether the window and the browser's letters are as wide as then. Media queries know it without laying out the page, which has
   * none of its fonts yet.
   */
  function isLaidOutAs({ widthPx, rootFontPx }: LastList): boolean {
    const widthRem = widthPx / rootFontPx;
    return matchMedia(
      `(min-width: ${widthPx}px) and (max-width: ${widthPx + 0.9}px) and ` +
        `(min-width: ${widthRem - 0.01}rem) and (max-width: ${widthRem + 0.06}rem)`,
    ).matches;
  }

  /** Elements are made one by one, and texts as texts: nothing that was stored is read as markup. */
  function drawn([name, attributes, children]: PictureElement): Element {
    const isOfDrawing = /^(?:svg|path|circle|rect|line|polyline|polygon|g)$/.test(name);
    const element = isOfDrawing
      ? document.createElementNS('http://www.w3.org/2000/svg', name)
      : document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) {
      // The policy forbids styles in attributes, not those that a script sets.
      if (attribute === 'style' && element instanceof HTMLElement) element.style.cssText = value;
      else element.setAttribute(attribute, value);
    }
    for (const child of children) element.append(typeof child === 'string' ? child : drawn(child));
    return element;
  }

  /** «12:40» of today, «22.11, 12:40» of another day: in Moscow, as everywhere; last-list.test.ts holds it to `contract/moscow-offset.ts`. */
  function momentOf(timeMs: number): string {
    const textOf = (at: number) => new Date(at + 3 * 3_600_000).toISOString();
    const [day = '', time = ''] = textOf(timeMs).split('T');
    const isToday = textOf(Date.now()).startsWith(day);
    return `${isToday ? '' : `${day.slice(8)}.${day.slice(5, 7)}, `}${time.slice(0, 5)}`;
  }
}
