import { defineConfig } from '@playwright/test';
import { ENGINE, QUIET } from './testing/browsers.mjs';
import { PATIENCE, TEST_PATIENCE } from './testing/patience.mjs';

/** Journeys through the real program in Chromium's engine, and in Chromium itself where windows open (games.spec.ts). Pictures of every stop are kept in artefacts/. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '../artefacts/traces',
  timeout: TEST_PATIENCE,
  expect: { timeout: PATIENCE },
  // Each with one browser, one program and one sandbox for all of its journeys; a journey mostly waits, so more of them than cores.
  workers: 3,
  fullyParallel: true, // else the last file's tests wait for each other while the other workers have nothing to do
  reporter: [['./testing/journey-reporter.mjs']],
  use: {
    launchOptions: { executablePath: ENGINE, args: QUIET },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // A trace of every journey costs as much as the journey: KRAPAO_TRACE=1 for who looks into one.
    trace: process.env.KRAPAO_TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
  },
});
