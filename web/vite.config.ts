import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the member listener. */
const backend = process.env.KRAPAO_BACKEND ?? 'http://127.0.0.1:8080';

/**
 * What every screen stands on and the first one loads anyway. As one file: left to itself the bundler cuts it in ten, one
 * for each set of pages that share a part, and small pieces compress worse.
 */
const LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[a-z-]+|openapi-fetch|class-variance-authority|clsx)\//;
const GROUND =
  /src\/shared\/(api\/(client|confirm-identity|error|error-text|request)|i18n\/index|config|paths|session\/\w+|hooks\/(use-delayed-flag|use-online|use-sheet)|ui\/(icon|spinner|loading|button|field|notice|notify)|lib\/(haptics|lazy-page|phone|when-idle|uuid|install-offer))\.tsx?$/;
/** What most pages stand on beside that: a dozen pieces of half a kilobyte, of which a phone fetches six at a time. */
const KIT =
  /src\/(app\/slow-hint|features\/(content\/acceptance|protection\/(queries|rules)|wallet\/queries)|shared\/(api\/(offers|profile|tap-key)|hooks\/use-countdown|lib\/(bank-account|clipboard|credits|in-app-browser|local-name|money|places|time|upper-case)|ui\/(amount|bank-chip|copy-button|pager|query-state|row-button|skeleton|status)))\.tsx?$/;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: {
    proxy: {
      '/api': backend,
      '/config.json': backend,
      '/files': backend,
      '/media': backend,
      '/socket.io': { target: backend, ws: true },
    },
  },
  build: {
    target: ['es2022', 'chrome107', 'safari16'],
    cssTarget: ['chrome107', 'safari16'],
    // Inline data: URLs would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', priority: 2, test: (id) => LIBRARIES.test(id) || GROUND.test(id) },
            { name: 'kit', priority: 1, test: KIT },
          ],
        },
      },
    },
  },
});
