import { QueryClient } from '@tanstack/react-query';
import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#api/session/session.ts';
import { invalidateTag } from '#api/tags.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { parseCardListState } from '#pages/cards/list/card-list-address.ts';
import { firstPageOf } from '#pages/cards/list/card-list-reads.ts';
import { createFakeFetch, json } from '#tests/fixtures/fake-server.ts';
import { formatTime } from '#lib/dates.ts';
import { anna, boris, makeAccessToken, makeTokens } from '#tests/fixtures/tokens.ts';
import { settle } from '#tests/support/settle.ts';
import { keepLastList } from './keep-last-list.ts';
import { followEarlyPress } from './shell/early-press.ts';
import { startOffline } from './start.ts';

const KEY = 'prilavok-last-list';
/** Not a module: it exports nothing. */
const EARLY_SCRIPT = './early.ts';
const HOSTILE_TITLE = '<img src=x onerror=alert(1)>';
const DATA_AT_MS = Date.parse('2026-11-20T09:40:00Z');
let stop: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: DATA_AT_MS + 60_000 });
  vi.stubGlobal('fetch', createFakeFetch(() => json({})).fetch);
  vi.resetModules();
  window.history.replaceState(null, '', '/home/cards');
  document.documentElement.style.fontSize = '16px';
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isTrueHere(query) }));
  document.body.replaceChildren();
  delete document.documentElement.dataset['firstFrame'];
});

afterEach(async () => {
  stop?.();
  await session.endSession('logout');
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** Of a window as wide as the test's, with letters of 16 px. */
function isTrueHere(query: string): boolean {
  return [...query.matchAll(/\((min|max)-width: ([\d.]+)(px|rem)\)/g)].every(([, edge, length, unit]) => {
    const px = Number(length) * (unit === 'rem' ? 16 : 1);
    return edge === 'min' ? window.innerWidth >= px : window.innerWidth <= px;
  });
}

function signIn(user = anna, { isForeignDevice = false } = {}) {
  const access = makeAccessToken({ ...user, exp: Math.floor(Date.now() / 1000) + 300 });
  session.startSession({ ...makeTokens(user), access }, { isForeignDevice });
}

function element(name: string, attributes: Record<string, string>, ...children: (Node | string)[]) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** The page as it stands when the list has come. */
function showList({ isBusy = false } = {}) {
  const note = element('span', { class: 'data-age text-sm' }, 'Обновлено 12:40 · только что');
  const row = element(
    'tr',
    { class: 'h-16', onclick: 'alert(1)' },
    element('td', {}, element('label', {}, element('input', { type: 'checkbox' }))),
    element(
      'td',
      {},
      element('a', { href: '/home/cards/edit?id=1', 'data-card': '1', class: 'font-medium' }, HOSTILE_TITLE),
    ),
    element('td', { style: 'height: 7px' }, element('time', {}, '2 мин')),
  );
  const table = element('table', { 'aria-busy': String(isBusy) }, element('tbody', {}, row));
  document.documentElement.dataset['build'] = '__BUILD__';
  document.body.append(element('div', { id: 'root' }, element('main', {}, note, table)));
}

function clientWithList() {
  const client = new QueryClient();
  const { queryKey } = firstPageOf(parseCardListState(new URLSearchParams()));
  client.setQueryData(
    queryKey,
    { count: 0, next: null, previous: null, results: [] },
    { updatedAt: DATA_AT_MS },
  );
  return client;
}

function keep(client = clientWithList()) {
  stop = keepLastList(client);
  return localStorage.getItem(KEY);
}

/** The next start: the head's script runs, then the parser comes to the frame. */
async function startAgain() {
  document.body.replaceChildren();
  await import(EARLY_SCRIPT);
  document.body.append(element('div', { id: 'first-frame' }, element('div', { class: 'list' })));
  await settle();
  return document.querySelector('#first-frame .picture');
}

describe('the list as it was last seen', () => {
  it('stands in the first frame of the next start, says of when it is, and is not to be used', async () => {
    signIn();
    showList();
    keep();
    const picture = await startAgain();
    expect(document.documentElement.dataset['firstFrame']).toBe('picture');
    expect(picture?.textContent).toContain(`Данные на ${formatTime(DATA_AT_MS)} · Обновление…`);
    expect(picture?.textContent).not.toContain('только что');
    expect(picture?.querySelector('td[style]')?.getAttribute('style')).toBe('height: 7px;');
    expect(picture?.querySelectorAll('a[href], [onclick]')).toHaveLength(0);
  });

  it('shows what was written as text, whatever it is, and no «2 мин» of then', async () => {
    signIn();
    showList();
    keep();
    const picture = await startAgain();
    expect(picture?.querySelector('a')?.textContent).toBe(HOSTILE_TITLE);
    expect(picture?.querySelector('img')).toBeNull();
    expect(picture?.querySelector('time')?.textContent).toBe('');
  });

  it('keeps the press on a row for the app, once; a box chooses nothing in it, and with a key held another window would open', async () => {
    signIn();
    showList();
    keep();
    const picture = await startAgain();
    const press = (what: string, init: MouseEventInit = {}) =>
      picture?.querySelector(what)?.dispatchEvent(new MouseEvent('click', { bubbles: true, ...init }));
    press('input');
    press('a', { ctrlKey: true });
    press('a', { metaKey: true });
    press('.data-age');
    const router = createMemoryRouter([{ path: '*', Component: () => null }]);
    await followEarlyPress((address) => router.navigate(address));
    expect(router.state.location.pathname).toBe('/');
    press('td[style]');
    await followEarlyPress((address) => router.navigate(address));
    expect(router.state.location).toMatchObject({ pathname: '/home/cards/edit', search: '?id=1' });
    await router.navigate('/home/cards');
    await followEarlyPress((address) => router.navigate(address));
    expect(router.state.location.pathname).toBe('/home/cards');
    router.dispose();
  });

  it('keeps no press for somebody else, who signs in when the session of whoever pressed is over', async () => {
    signIn();
    showList();
    keep();
    const picture = await startAgain();
    const press = () =>
      picture?.querySelector('td')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    const navigate = vi.fn<(address: string) => void>();
    press();
    await session.endSession('expired');
    signIn(boris);
    await followEarlyPress(navigate);
    expect(navigate).not.toHaveBeenCalled();
    await session.endSession('expired');
    press();
    signIn();
    await followEarlyPress(navigate);
    expect(navigate).toHaveBeenCalledWith('/home/cards/edit?id=1');
  });

  it('of another day says the day', async () => {
    signIn();
    showList();
    keep();
    vi.setSystemTime(DATA_AT_MS + 86_400_000);
    signIn();
    expect((await startAgain())?.textContent).toContain('Данные на 20.11, 12:40');
  });

  it.each([
    ['older than a stored copy may be', () => vi.setSystemTime(DATA_AT_MS + 8 * 86_400_000)],
    ['of a clock that was put back', () => vi.setSystemTime(DATA_AT_MS - 60_000)],
    ['laid out for a wider window', () => keptAs({ widthPx: window.innerWidth + 1 })],
    ['laid out for a window a little narrower', () => keptAs({ widthPx: window.innerWidth - 1 })],
    [
      'laid out for a window of as many letters, all of them larger',
      () => keptAs({ widthPx: window.innerWidth * 2, rootFontPx: 32 }),
    ],
    ['laid out for smaller letters', () => keptAs({ rootFontPx: 15 })],
    ['laid out for larger letters', () => keptAs({ rootFontPx: 17 })],
    ['of another build, which has other styles', () => keptAs({ build: 'older' })],
    ['of somebody else', () => keptAs({ userId: boris.id })],
    ['that cannot be read', () => localStorage.setItem(KEY, '{"nodes":')],
    ['of another page of the list', () => window.history.replaceState(null, '', '/home/cards?state=DRAFT')],
  ])('is not shown when it is %s', async (_what, change) => {
    signIn();
    showList();
    expect(keep()).not.toBeNull();
    change();
    expect(await startAgain()).toBeNull();
  });

  it.each([
    ['when it is older than a stored copy may be', () => vi.setSystemTime(DATA_AT_MS + 8 * 86_400_000)],
    ['when it cannot be read', () => localStorage.setItem(KEY, '{"nodes":')],
  ])('does not stay on the device %s', (_when, change) => {
    signIn();
    showList();
    expect(keep()).not.toBeNull();
    change();
    // The next start shows no list: it has neither a server nor a copy.
    document.body.replaceChildren();
    expect(keep(new QueryClient())).toBeNull();
  });

  it.each([
    ['on a foreign device', () => signIn(anna, { isForeignDevice: true }), {}],
    ['while its answer is on its way', () => signIn(), { isBusy: true }],
  ])('is not kept %s', (_when, begin, look) => {
    begin();
    showList(look);
    expect(keep()).toBeNull();
  });

  it('is not kept without its data, of a filtered list, scrolled or with chosen cards', () => {
    signIn();
    showList();
    expect(keep(new QueryClient())).toBeNull();
    window.history.replaceState(null, '', '/home/cards?q=платье');
    expect(keep()).toBeNull();
    window.history.replaceState(null, '', '/home/cards');
    document.querySelector('main')?.append(element('input', { type: 'checkbox', checked: '' }));
    expect(keep()).toBeNull();
  });
});

describe('what shows a list that may have changed', () => {
  const callbacks = { onQueryError: vi.fn(), onMutationError: vi.fn(), onOutOfSpace: vi.fn() };

  it.each([
    ['a change', (client: QueryClient) => invalidateTag(client, 'Cards')],
    [
      'an edit that waits on the device',
      // Until it is stored, not until it is sent: this server answers with nothing.
      () =>
        void outbox
          .enqueue({
            entity: 'card',
            entityId: 5,
            kind: 'update',
            title: 'Платье',
            baseVersion: 1,
            patch: { title: 'Юбка' },
            base: { title: 'Платье' },
          })
          .catch(() => undefined),
    ],
    ['the end of the session', () => session.endSession('logout')],
  ])('is removed by %s', async (_what, change) => {
    signIn();
    showList();
    const { queryClient } = await startOffline(callbacks);
    expect(keep()).not.toBeNull();
    await change(queryClient);
    await vi.waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
  });
});

function keptAs(change: object) {
  localStorage.setItem(KEY, JSON.stringify({ ...JSON.parse(localStorage.getItem(KEY) ?? '{}'), ...change }));
}
