import { QueriesObserver, type QueryClient } from '@tanstack/react-query';
import type { RouterProviderProps } from 'react-router-dom';
import { firstScreen } from '#api/first-screen.ts';
import { session } from '#api/session/session.ts';
import { userQueries } from '#api/users.ts';
import { paths } from '#lib/paths.ts';
import { readsOfCardList } from '#pages/cards/list/card-list-reads.ts';
import { followEarlyPress } from './shell/early-press.ts';

type Router = RouterProviderProps['router'];

/** A page whose data or code is not here by then is drawn with empty places; until then the first frame stands there. */
const MOST_WAITING_MS = 300;

/**
 * Begins what the first page reads before anything is drawn, and waits a little for it and for the page's code: a page
 * that finds its data is drawn once, and not three times (a spinner, empty places, rows). The page asks for the same by
 * itself; nothing is asked for twice.
 */
export async function readAhead(queryClient: QueryClient, router: Router): Promise<void> {
  if (!session.getSession().isLoggedIn) return;
  const reads = new QueriesObserver(queryClient, [...readsAt(window.location)]);
  // Unused data is not kept: somebody has to want it until the page does, and nobody after.
  const release = reads.subscribe(() => undefined);
  void firstScreen(queryClient).then(release);
  const leaving: (() => void)[] = [];
  const isHere = Promise.all([
    whenTrue(
      (look) => leaving.push(reads.subscribe(look)),
      () => !isOnItsWay(reads),
    ),
    whenTrue(
      (look) => leaving.push(router.subscribe(look)),
      () => router.state.initialized,
    ),
  ]);
  await Promise.race([isHere, longEnough()]);
  // The router keeps for the app what happens before it listens only while nobody does: with this listener left, a page whose
  // code comes while the app is being drawn would never be shown (https://github.com/remix-run/react-router/issues/15527).
  for (const leave of leaving) leave();
  // Drawn in place of the list, not after it.
  await Promise.race([followEarlyPress((address) => router.navigate(address)), longEnough()]);
}

const longEnough = () => new Promise((resolve) => setTimeout(resolve, MOST_WAITING_MS));

function readsAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const path = pathname.replace(/\/+$/, '');
  if (path === paths.cards) return readsOfCardList(new URLSearchParams(search));
  if (path === '' || path === paths.home) return readsOfCardList(new URLSearchParams());
  return path.startsWith(`${paths.home}/`) ? [userQueries.me()] : [];
}

function isOnItsWay(reads: QueriesObserver): boolean {
  return reads.getCurrentResult().some(({ isPending, fetchStatus }) => isPending && fetchStatus !== 'paused');
}

function whenTrue(listen: (look: () => void) => void, isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (isTrue() ? resolve() : undefined);
    look();
    listen(look);
  });
}
