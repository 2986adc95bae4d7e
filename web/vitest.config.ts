import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BRIEF, ENGINE, QUIET } from './testing/browsers.mjs';
import { PATIENCE, TEST_PATIENCE } from './testing/patience.mjs';

// Workers live for a minute: V8 compiles only what runs very often for speed, and collects young objects less often. With its
// defaults both took a quarter of the page tests' processor time. What the code does is the same. The flags hold for the
// workers, which are threads of this process.
for (const flag of ['--interrupt-budget=1000000', '--max-semi-space-size=64', '--min-semi-space-size=32']) {
  setFlagsFromString(flag);
}

/** Vitest names the instances in place, so each project has its own. */
const browser = (width: number, height: number) => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions: { executablePath: ENGINE, args: [...QUIET, BRIEF] } }),
  instances: [{ browser: 'chromium' as const }],
  viewport: { width, height },
});

/**
 * Three kinds of test: rules in plain node, pages in jsdom, and what needs a real engine in Chromium's. The files of a
 * kind share their workers: the app's modules are evaluated once, in one window. setup-jsdom.ts and setup-browser.ts
 * clean up for each test. The console has its own pages and its own server. A test that mocks modules has a worker of its own (*.alone.test.tsx).
 */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  test: {
    reporters: ['./testing/page-reporter.mjs'],
    pool: 'threads',
    isolate: false,
    maxWorkers: availableParallelism(),
    testTimeout: TEST_PATIENCE,
    hookTimeout: TEST_PATIENCE,
    expect: { poll: { timeout: PATIENCE } },
    projects: [
      { extends: true, test: { name: 'unit', environment: 'node', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          include: ['src/**/*.jsdom.test.tsx'],
          exclude: ['src/console/**'],
          setupFiles: ['src/testing/late-effects.ts', 'src/testing/setup-jsdom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          environment: 'jsdom',
          include: ['src/**/*.alone.test.tsx'],
          setupFiles: ['src/testing/late-effects.ts', 'src/testing/setup-jsdom.ts'],
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.tsx'],
          exclude: ['src/console/**'],
          setupFiles: ['src/testing/setup-browser.ts'],
          browser: browser(360, 740),
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          environment: 'jsdom',
          include: ['src/console/**/*.jsdom.test.tsx'],
          setupFiles: ['src/testing/late-effects.ts', 'src/console/testing/setup-jsdom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'console-browser',
          include: ['src/console/**/*.browser.test.tsx'],
          setupFiles: ['src/console/testing/setup-browser.ts'],
          browser: browser(1280, 800),
        },
      },
    ],
  },
});
