import { useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { session } from '#api/session/session.ts';

const STORAGE_KEY = 'prilavok-scroll';
/** Of so many places of the tab's history the position is known, or of half as many the row, too. */
const MAX_PLACES = 50;

/** The place of a tab's first page, whichever that is. */
const FIRST_PLACE = 'default';

/**
 * Brings a list that is loaded after the page back to where it was scrolled to, after Back, Forward and reload: the router
 * does so when the page is there, and then its rows have no height yet.
 */
export function useScrollMemory(hasRows: boolean): void {
  const { key: place } = useLocation();
  const isComingBack = useNavigationType() === NavigationType.Pop;
  const restored = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (!hasRows || restored.current === place) return;
    restored.current = place;
    const topPx = isComingBack ? readPlaces().get(place) : undefined;
    if (topPx !== undefined) window.scrollTo(0, topPx);
  }, [hasRows, isComingBack, place]);

  // The listener goes with the page, not a moment later: the router's own scroll to the top of the next is not ours.
  useLayoutEffect(() => {
    let lastTopPx: number | null = null;
    const note = () => {
      // Before the rows are there, the page is short and every position is the browser's.
      if (restored.current === place) lastTopPx = window.scrollY;
    };
    const keep = () => {
      if (lastTopPx !== null) keepPlace(place, lastTopPx);
    };
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [place]);
}

/** The row of a list that the keyboard is at, after Back, Forward and reload; −1: at none. And what keeps it. */
export function useRowMemory(): readonly [kept: number, keep: (row: number) => void] {
  const place = rowAt(useLocation().key);
  const isComingBack = useNavigationType() === NavigationType.Pop;
  const [kept] = useState(() => (isComingBack ? readPlaces().get(place) : undefined) ?? -1);
  return [kept, (row) => keepPlace(place, row)];
}

/** Beside the position, under a name that no place has. */
const rowAt = (place: string) => `row ${place}`;

function readPlaces(): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    if (!Array.isArray(kept)) return new Map();
    return new Map(kept.filter(isPlace));
  } catch {
    // Nothing is kept where storage is forbidden or was written by another hand.
    return new Map();
  }
}

function isPlace(kept: unknown): kept is [place: string, topPxOrRow: number] {
  return Array.isArray(kept) && typeof kept[0] === 'string' && Number.isFinite(kept[1]);
}

function keepPlace(place: string, topPxOrRow: number): void {
  // A page that goes because its user has signed out leaves nothing behind.
  if (!session.getSession().isLoggedIn) return;
  const places = readPlaces();
  places.delete(place);
  places.set(place, topPxOrRow);
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...places].slice(-MAX_PLACES)));
  } catch {
    // A position that is not kept costs a scroll.
  }
}

/** An address that was opened anew shares its place with the one before it in this tab, but not its position. */
function forgetFirstPlace(): void {
  const [load] = performance.getEntriesByType('navigation');
  if (!load || !('type' in load) || load.type !== 'navigate') return;
  keepPlace(FIRST_PLACE, 0);
  keepPlace(rowAt(FIRST_PLACE), -1);
}

forgetFirstPlace();
