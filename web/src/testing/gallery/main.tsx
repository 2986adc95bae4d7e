import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { Providers } from '@/app/providers';
import { createQueryClient } from '@/app/query-client';
import { setConfig } from '@/shared/config';
import { loadTexts, startLocale } from '@/shared/i18n';
import '@/shared/styles/index.css';
import { makeConfig } from '../factories';
import { Gallery } from './gallery';

/** `npm run dev`, then /gallery.html. The build does not contain it. */
setConfig(makeConfig());
await startLocale('th');
await loadTexts('open', 'member', 'offers', 'errors');
createRoot(document.getElementById('root') as HTMLElement).render(
  <Providers client={createQueryClient()}>
    <MemoryRouter>
      <Gallery />
    </MemoryRouter>
  </Providers>,
);
