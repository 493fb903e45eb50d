import { createRoot } from 'react-dom/client';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import './styles.css';
import { ApiError, ConnectionError } from './api/errors';
import { meOptions } from './api/sign-in';
import { applyTheme } from './lib/preferences';
import { showPages } from './pages/show-pages';
import { router } from './router';
import { Gate } from './shell/gate';

applyTheme();
showPages();

/** The session has ended: the gate asks who is signed in, and shows the sign-in. */
function onRefused(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) void client.refetchQueries({ queryKey: meOptions.queryKey });
}

const client: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => error instanceof ConnectionError && failures < 2,
      // A page that was looked at before shows what it had while it fetches anew.
      staleTime: 1_000,
      networkMode: 'always',
    },
  },
  queryCache: new QueryCache({ onError: onRefused }),
  mutationCache: new MutationCache({ onError: onRefused }),
});

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(
  <QueryClientProvider client={client}>
    <Gate>
      <RouterProvider router={router} />
    </Gate>
  </QueryClientProvider>,
);
