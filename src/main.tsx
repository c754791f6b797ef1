import './styles/app.css';
import './app/shell/boot.css';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { startConnectivity } from '#offline/connectivity.ts';
import { createQueryClient } from '#offline/query-client.ts';
import { App } from './app/app.tsx';
import { notifyErrors } from './app/notify-errors.ts';
import { routes } from './app/routes.tsx';

startConnectivity();

const queryClient = createQueryClient({
  onQueryError: ({ texts }) => notifyErrors(texts),
  onMutationError: ({ texts }) => notifyErrors(texts),
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id «root»');
createRoot(root).render(<App router={createBrowserRouter(routes)} queryClient={queryClient} />);
