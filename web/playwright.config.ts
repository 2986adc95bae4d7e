import { defineConfig } from '@playwright/test';
import { BRIEF, CHROMIUM, ENGINE, QUIET } from './testing/browsers.mjs';
import { PATIENCE, TEST_PATIENCE } from './testing/patience.mjs';

/**
 * Journeys through the real program in Chromium's engine, and in Chromium itself where windows open (games.spec.ts).
 * KRAPAO_PICTURES=1 keeps a picture of each stop in artefacts/screens.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '../artefacts/traces',
  timeout: TEST_PATIENCE,
  expect: { timeout: PATIENCE },
  // Each worker has one browser, one program and one sandbox for all its journeys; to start them costs as much as a
  // journey. A journey mostly waits, so there are more workers than cores.
  workers: 3,
  fullyParallel: true, // without it the last file's tests run one after the other while the other workers are idle
  reporter: [['./testing/journey-reporter.mjs']],
  projects: [
    {
      name: 'windows',
      testMatch: 'games.spec.ts',
      workers: 1, // first and one after the other, so that the other browser is started once
      // Playwright allows every window by default; members' browsers don't.
      use: {
        launchOptions: { executablePath: CHROMIUM, args: QUIET, ignoreDefaultArgs: ['--disable-popup-blocking'] },
      },
    },
    {
      name: '',
      testIgnore: 'games.spec.ts',
      use: { launchOptions: { executablePath: ENGINE, args: [...QUIET, BRIEF] } },
    },
  ],
  use: {
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // A trace of every journey costs as much as the journey. Set KRAPAO_TRACE=1 to debug one.
    trace: process.env.KRAPAO_TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
  },
});
