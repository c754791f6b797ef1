import type { QueryClient } from '@tanstack/react-query';
import { session } from '#api/session/session.ts';
import { isUnknownAgeStamp } from '#api/response-age.ts';
import { KEEP_FOR_MS } from '#offline/copies/persister.ts';
import { dropLastList, LAST_LIST_KEY, storeLastList } from '#offline/device/last-list.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { buildName } from '#lib/build-name.ts';
import { paths } from '#lib/paths.ts';
import { listen } from '#lib/listen.ts';
import { parseCardListState } from '#pages/cards/list/card-list-address.ts';
import { firstPageOf } from '#pages/cards/list/card-list-reads.ts';
import { pictureOf } from './picture.ts';

/** A start reads it before it paints anything. */
const MOST_LENGTH = 150_000;

/**
 * Keeps how the list looks for the first frame of the next start: now, and each time it is left. Removed by the first sign
 * that something of it has changed (`start.ts`). Returns the way to stop.
 */
export function keepLastList(queryClient: QueryClient): () => void {
  const keep = () => {
    const list = lastListOf(queryClient);
    if (list && JSON.stringify(list.nodes).length <= MOST_LENGTH) storeLastList(list);
  };
  dropWhenOld();
  keep();
  return listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
}

/** The first frame does not show it any more: like a copy of that age it does not stay either. */
function dropWhenOld(): void {
  try {
    const stored = localStorage.getItem(LAST_LIST_KEY);
    // Its own build wrote it; one that cannot be read is dropped too.
    const { dataAtMs } = JSON.parse(stored ?? '{}') as Partial<LastList>;
    if (stored !== null && !(Date.now() - Number(dataAtMs) <= KEEP_FOR_MS)) dropLastList();
  } catch {
    dropLastList();
  }
}

/** Undefined while there is another page on the screen, or a list that the next start would not begin with. */
function lastListOf(queryClient: QueryClient): LastList | undefined {
  const { pathname, search } = window.location;
  const { user, isForeignDevice } = session.getSession();
  const main = document.querySelector('#root main');
  const build = buildName();
  if (pathname !== paths.cards || search !== '' || window.scrollY > 0) return undefined;
  if (!user || isForeignDevice || !main || !build) return undefined;
  // What is on its way, in a dialog, chosen or kept on this device only is not what the next start would show.
  if (
    main.querySelector('[aria-busy=true], :checked, :indeterminate') ||
    document.querySelector('dialog[open]')
  )
    return undefined;
  const { records, unreadable } = outbox.getContent();
  if (records.length + unreadable.length > 0) return undefined;
  const { queryKey } = firstPageOf(parseCardListState(new URLSearchParams()));
  const read = queryClient.getQueryState(queryKey);
  if (!read?.data || read.isInvalidated || isUnknownAgeStamp(read.dataUpdatedAt)) return undefined;
  return {
    userId: user.id,
    build,
    widthPx: window.innerWidth,
    rootFontPx: rootFontPx(),
    dataAtMs: Math.floor(read.dataUpdatedAt),
    nodes: pictureOf(main),
  };
}

const rootFontPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
