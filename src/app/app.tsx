import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { RouterProvider, type RouterProviderProps } from 'react-router-dom';
import { Toaster } from '#ui/toast.tsx';

interface AppProps {
  router: RouterProviderProps['router'];
  queryClient: QueryClient;
}

/** Everything that exists once. */
export function App({ router, queryClient }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}
