import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { loadTexts } from '@/console/i18n';
import { startTheme } from '@/console/kit/theme';
import '@/console/styles/console.css';
import { Gallery } from './gallery';

/** `npm run dev:console`, then /testing/gallery.html. The build does not contain it. */
startTheme();
await loadTexts();
createRoot(document.getElementById('root') as HTMLElement).render(
  <MemoryRouter>
    <Gallery />
  </MemoryRouter>,
);
