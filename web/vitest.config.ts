import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** Three kinds of test: rules in plain node, pages in jsdom, whatever needs a real engine in Debian's Chromium. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  test: {
    reporters: ['./testing/page-reporter.mjs'],
    projects: [
      {
        extends: true,
        // Rules disturb nobody: their files share a worker, with the app's modules evaluated once.
        test: { name: 'unit', environment: 'node', include: ['src/**/*.test.ts'], pool: 'threads', isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          include: ['src/**/*.jsdom.test.tsx'],
          setupFiles: ['src/testing/setup-jsdom.ts'],
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.tsx'],
          setupFiles: ['src/testing/setup-browser.ts'],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] } }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 360, height: 740 },
          },
        },
      },
    ],
  },
});
