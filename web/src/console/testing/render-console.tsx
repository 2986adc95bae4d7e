import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RequestHandler } from 'msw';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { routes } from '@/console/app/app';
import { Providers } from '@/console/app/providers';
import { meQuery } from '@/console/app/queries';
import { createQueryClient } from '@/console/app/query-client';
import { houseQuery } from '@/console/features/signin/queries';
import { loadTexts, setLocale } from '@/console/i18n';
import { makeHandlers } from './all-handlers';
import { server } from './mock-server';

interface Options extends NonNullable<Parameters<typeof makeHandlers>[0]> {
  path: string;
  /** Answers that differ from those of a house without faults. */
  handlers?: RequestHandler[];
}

/** Renders the console at an address, before a house. Returns the user-event user and the current address. */
export async function renderConsole({ path, handlers = [], ...house }: Options) {
  server.use(...handlers, ...makeHandlers(house));
  await setLocale('en');
  await loadTexts(
    'chat',
    'decision',
    'facts',
    'me',
    'member',
    'money',
    'notice',
    'offer',
    'past',
    'person',
    'proposals',
    'queue',
    'restore',
    'staff',
    'today',
  );
  const client = createQueryClient();
  await Promise.all([client.fetchQuery(houseQuery), client.fetchQuery(meQuery)]);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  // Pages are in chunks of their own: the first render waits for them.
  const view = await act(async () =>
    render(
      <Providers client={client}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </Providers>,
    ),
  );
  return { ...view, user: userEvent.setup(), at: () => router.state.location.pathname + router.state.location.search };
}
