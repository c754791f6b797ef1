import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** A window whose width can be changed. */
export function turnable(atLeast = '(min-width: 1024px)'): (to: 'wide' | 'narrow') => void {
  const real = window.matchMedia.bind(window);
  const lists: MediaQueryList[] = [];
  let isWide = true;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    if (query !== atLeast) return real(query);
    const list = Object.assign(real(query), { matches: isWide });
    lists.push(list);
    return list;
  });
  return (to) =>
    act(() => {
      isWide = to === 'wide';
      for (const list of lists) list.dispatchEvent(new Event('change'));
    });
}
