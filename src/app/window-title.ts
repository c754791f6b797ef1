import { useEffect } from 'react';
import { useMatches } from 'react-router-dom';
import { useSession } from '#api/session/session.ts';
import { useShownPageTitle } from '#ui/page-title.ts';
import { crumbsOf } from './shell/route-handle.ts';

const PRODUCT = 'Прилавок';

/**
 * The window is called as the page: «Отправки — Прилавок». The browser keeps these names in its history, which no page can
 * wipe: on a foreign device a card or a shop is not named.
 */
export function useWindowTitle(): void {
  const matches = useMatches();
  const page = useShownPageTitle();
  const { isForeignDevice } = useSession();
  const shown = isForeignDevice ? undefined : page?.text;
  const name = shown ?? crumbsOf(matches).at(-1)?.label;
  useEffect(() => {
    document.title = name === undefined ? PRODUCT : `${name} — ${PRODUCT}`;
  }, [name]);
}
