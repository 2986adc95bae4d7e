import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from '@/app/app';
import { Unreachable } from '@/app/error-page';
import { Providers } from '@/app/providers';
import { createQueryClient } from '@/app/query-client';
import { AFTER_LOGIN, firstPages } from '@/app/routes';
import { loadConfig } from '@/shared/config';
import { loadTexts, rememberedLocale, startLocale } from '@/shared/i18n';
import { prefetchFonts } from '@/shared/lib/fonts';
import { watchInstall } from '@/shared/lib/install-offer';
import { whenIdle } from '@/shared/lib/when-idle';
import { startPreview } from '@/shared/session/preview';
import { sessionToken } from '@/shared/session/session';
import '@/shared/styles/index.css';

/**
 * How long the first screen waits for its code and its fonts once its texts are there: a late one would move the
 * screen.
 */
const PATIENCE_MS = 300;

/** Loads the configuration, the texts and the first screen's parts in parallel, and then draws the first screen. */
async function start() {
  const root = createRoot(document.getElementById('root') as HTMLElement);
  try {
    const config = loadConfig();
    const texts = startLocale(rememberedLocale() ?? ((await config).laos ? 'lo' : 'th'));
    const parts = firstPages(location.pathname).map((page) => page.prefetch());
    // A returning member has the fonts in the cache; a visitor would wait for them.
    if (sessionToken()) parts.push(prefetchFonts());
    await Promise.all([config, texts]);
    await Promise.race([Promise.allSettled(parts), new Promise((done) => setTimeout(done, PATIENCE_MS))]);
  } catch {
    const locale = rememberedLocale() ?? 'th';
    document.documentElement.lang = locale;
    root.render(<Unreachable locale={locale} />);
    return;
  }
  // Rendered as a transition, so that the first render is split: a slow phone answers a touch meanwhile.
  startTransition(() =>
    root.render(
      <Providers client={createQueryClient()}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Providers>,
    ),
  );
  whenIdle(() => {
    void loadTexts('errors').catch(() => undefined);
    for (const page of AFTER_LOGIN) void page.prefetch();
  });
}

startPreview();
watchInstall();
void start();
