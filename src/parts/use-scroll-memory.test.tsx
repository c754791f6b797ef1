import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderRoutes } from '#tests/setup/render-page.tsx';
import { useScrollMemory } from './use-scroll-memory.ts';

function List() {
  const [hasRows, setHasRows] = useState(false);
  useScrollMemory(hasRows);
  return <button onClick={() => setHasRows(true)}>Строки пришли</button>;
}

describe('the position of a list whose rows come after its page', () => {
  const scrollTo = vi.fn();

  beforeEach(() => {
    sessionStorage.clear();
    scrollTo.mockClear();
    vi.spyOn(window, 'scrollTo').mockImplementation(scrollTo);
  });
  afterEach(() => vi.restoreAllMocks());

  const standAt = (topPx: number) => {
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(topPx);
    act(() => void window.dispatchEvent(new Event('scroll')));
  };
  const open = () =>
    renderRoutes(
      [
        { path: '/list', element: <List /> },
        { path: '/card', element: <p>Карточка</p> },
      ],
      '/list',
      {},
    );
  const rowsCome = async (user: ReturnType<typeof open>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Строки пришли' }));

  it('comes back with Back, not before the rows have a height', async () => {
    const { user, router } = open();
    await rowsCome(user);
    standAt(4000);
    await act(() => router.navigate('/card'));
    standAt(0);
    await act(() => router.navigate(-1));
    expect(scrollTo).not.toHaveBeenCalled();
    await rowsCome(user);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 4000);
  });

  it('is kept when the page is left for a reload', async () => {
    const { user } = open();
    await rowsCome(user);
    standAt(2500);
    window.dispatchEvent(new Event('pagehide'));
    expect(JSON.parse(sessionStorage.getItem('prilavok-scroll') ?? '')).toEqual([['default', 2500]]);
  });

  it('does not follow a new way to the list', async () => {
    const { user, router } = open();
    await rowsCome(user);
    standAt(4000);
    await act(() => router.navigate('/card'));
    await act(() => router.navigate('/list'));
    await rowsCome(user);
    expect(scrollTo).not.toHaveBeenCalled();
  });
});
