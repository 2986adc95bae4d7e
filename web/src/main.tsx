import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from '@/app/app';
import { ErrorPage } from '@/app/error-page';
import { Providers } from '@/app/providers';
import { createQueryClient } from '@/app/query-client';
import { AFTER_LOGIN } from '@/app/routes';
import { loadConfig } from '@/shared/config';
import { loadTexts, rememberedLocale, startLocale } from '@/shared/i18n';
import { watchInstall } from '@/shared/lib/install-offer';
import { whenIdle } from '@/shared/lib/when-idle';
import '@/shared/styles/index.css';

/** The switches and the texts first, side by side; then the first screen. */
async function start() {
  const root = createRoot(document.getElementById('root') as HTMLElement);
  try {
    const [config] = await Promise.all([loadConfig(), rememberedLocale() && startLocale('th')]);
    if (!rememberedLocale()) await startLocale(config.laos ? 'lo' : 'th');
  } catch {
    await startLocale('th');
    root.render(<ErrorPage offline />);
    return;
  }
  root.render(
    <Providers client={createQueryClient()}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </Providers>,
  );
  whenIdle(() => {
    void loadTexts('errors').catch(() => undefined);
    for (const page of AFTER_LOGIN) page.prefetch();
  });
}

watchInstall();
void start();
