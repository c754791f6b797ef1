import '#tests/setup/browser-gaps.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { mockProfile } from '#tests/mocks/users.ts';
import { Shell } from './shell.tsx';

/** As the list does with the row that one comes back to. */
function PageWithPlace() {
  const ref = useRef<HTMLAnchorElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <a ref={ref} href="#row">
      Строка
    </a>
  );
}

it('a new page takes the focus, and leaves it to what the page itself gives it to', async () => {
  const router = createMemoryRouter(
    [
      {
        element: <Shell profile={mockProfile} />,
        children: [
          { path: '/first', element: 'Первая' },
          { path: '/plain', element: 'Вторая' },
          { path: '/with-place', element: <PageWithPlace /> },
        ],
      },
    ],
    { initialEntries: ['/first'] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(() => router.navigate('/plain'));
  expect(screen.getByRole('main')).toHaveFocus();
  await act(() => router.navigate('/with-place'));
  expect(screen.getByRole('link', { name: 'Строка' })).toHaveFocus();
});
