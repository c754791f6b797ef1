import { useEffect } from 'react';
import { useMatches } from 'react-router-dom';
import { useShownPageTitle } from '#ui/page-title.ts';
import { crumbsOf } from './route-handle.ts';

const PRODUCT = 'Прилавок';

/** The window is called as the page: «Отправки — Прилавок». */
export function useWindowTitle(): void {
  const matches = useMatches();
  const page = useShownPageTitle();
  const name = page?.text ?? crumbsOf(matches).at(-1)?.label;
  useEffect(() => {
    document.title = name === undefined ? PRODUCT : `${name} — ${PRODUCT}`;
  }, [name]);
}
