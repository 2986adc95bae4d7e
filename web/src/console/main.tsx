import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from '@/console/app/app';
import { Providers } from '@/console/app/providers';
import { meQuery } from '@/console/app/queries';
import { createQueryClient } from '@/console/app/query-client';
import { Stuck } from '@/console/app/stuck';
import { houseQuery } from '@/console/features/signin/queries';
import { rememberedLocale, startLocale } from '@/console/i18n';
import { setHouse } from '@/console/kit/house';
import { startTheme } from '@/console/kit/theme';
import { OFFLINE } from '@/shared/i18n/offline';
import '@/console/styles/console.css';

/** Asks who the house is and who is signed in, beside the texts, and then draws the first page. */
async function start() {
  startTheme();
  const root = createRoot(document.getElementById('root') as HTMLElement);
  const client = createQueryClient();
  try {
    const [ways] = await Promise.all([client.fetchQuery(houseQuery), client.fetchQuery(meQuery), startLocale('th')]);
    setHouse({ name: ways.house, zone: ways.zone });
  } catch {
    root.render(<Stuck {...OFFLINE[rememberedLocale() ?? 'th']} />);
    return;
  }
  root.render(
    <Providers client={client}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </Providers>,
  );
  // Without its chunk the pages ask by themselves.
  import('@/console/live/live').then(
    ({ keepLive }) => keepLive(client),
    () => undefined,
  );
}

void start();
