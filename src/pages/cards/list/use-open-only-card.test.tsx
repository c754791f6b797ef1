import { act, renderHook } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { CardWindow } from './use-card-window.ts';
import { useOpenOnlyCard } from './use-open-only-card.ts';

it('the only card that is found opens when the address says what found it: Back leads there', () => {
  const router = createMemoryRouter([{ path: '*', element: null }], { initialEntries: ['/home/cards'] });
  // Of a window it looks at nothing else.
  const found = { address: 'q=1', count: 1, rowAt: () => ({ id: 5 }) } as unknown as CardWindow;
  const useFound = () => {
    const [isSaid, setSaid] = useState(false);
    return { open: useOpenOnlyCard(found, isSaid), say: () => setSaid(true) };
  };
  const { result } = renderHook(useFound, {
    wrapper: ({ children }: { children: ReactNode }) => {
      router.routes[0]!.element = children;
      return <RouterProvider router={router} />;
    },
  });
  act(() => result.current.open('q=1'));
  expect(router.state.location.pathname).toBe('/home/cards');
  act(() => result.current.say());
  expect(router.state.location.search).toBe('?id=5');
});
