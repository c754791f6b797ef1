import './browser-gaps.ts';
import './mock-server.ts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { afterEach } from 'vitest';
import { session } from '#api/session/session.ts';
import { notifyErrors } from '#app/notify-errors.ts';
import type { SessionUser } from '#contract/auth.ts';
import { createQueryClient } from '#offline/copies/query-client.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { mockTokens, mockUser } from '#tests/mocks/auth.ts';
import { toasts } from '#ui/toast-store.ts';
import { Toaster } from '#ui/toast.tsx';

export interface RenderOptions {
  /** Who is signed in; `null` for a guest. The user of the mocks unless said. */
  user?: SessionUser | null;
}

export interface RenderedApp {
  /** What the user does. */
  user: UserEvent;
  router: ReturnType<typeof createMemoryRouter>;
  queryClient: QueryClient;
  /** The address that is shown, as `/home/cards?page=2`. */
  address: () => string;
}

/**
 * One page without the menu around it: `renderPage(<SettingsPage />, '/home/account/settings?tab=tax')`.
 * Nothing is kept on the device, and nothing of one test reaches the next.
 */
export function renderPage(page: ReactNode, address = '/', options: RenderOptions = {}): RenderedApp {
  return renderRoutes([{ path: '*', element: page }], address, options);
}

/** A route table at an address, over the mocked server. */
export function renderRoutes(
  table: RouteObject[],
  address: string,
  { user: sessionUser = mockUser }: RenderOptions,
): RenderedApp {
  if (sessionUser) session.startSession(mockTokens(sessionUser));
  const router = createMemoryRouter(table, { initialEntries: [address] });
  const queryClient = createQueryClient({
    onQueryError: ({ texts }) => notifyErrors(texts),
    onMutationError: ({ texts }) => notifyErrors(texts),
  });
  // Tests of failures would wait for back-offs.
  queryClient.setDefaultOptions({
    ...queryClient.getDefaultOptions(),
    queries: { ...queryClient.getDefaultOptions().queries, retry: false },
  });
  openClients.add(queryClient);
  outbox.attach(queryClient);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  const shown = () => router.state.location;
  return {
    user: userEvent.setup(),
    router,
    queryClient,
    address: () => shown().pathname + shown().search + shown().hash,
  };
}

const openClients = new Set<QueryClient>();

afterEach(async () => {
  await session.endSession('logout');
  for (const queryClient of openClients) queryClient.clear();
  openClients.clear();
  toasts.dismissAll();
  // Whatever waited on the device of one test is not sent by the next.
  globalThis.indexedDB = new IDBFactory();
});
