import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RequestHandler } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Providers } from '@/app/providers';
import { createQueryClient } from '@/app/query-client';
import { routes } from '@/app/routes';
import { markActive } from '@/app/service-state';
import { loadTexts, setLocale } from '@/shared/i18n';
import type { Locale } from '@/shared/i18n/types';
import { startSession } from '@/shared/session/session';
import { server } from './server';

interface Options {
  path: string;
  locale?: Locale;
  /** Logged in as the fixture's member; member pages need it. */
  member?: boolean;
  /** Answers that differ from those of a server without faults. */
  handlers?: RequestHandler[];
}

/**
 * Renders the whole app at an address, in a language, before a server. Returns the user-event user and the current
 * address.
 */
export async function renderApp({ path, locale = 'en', member = false, handlers = [] }: Options) {
  server.use(...handlers);
  markActive();
  await setLocale(locale);
  await loadTexts('open', 'member', 'offers', 'chat', 'protection', 'errors');
  if (member) startSession('fixture-token', true);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const view = render(
    <Providers client={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { ...view, user: userEvent.setup(), at: () => router.state.location.pathname + router.state.location.search };
}
