import { defineConfig } from '@playwright/test';

/** Journeys through the real program in Debian's Chromium. Pictures of every stop are kept in artefacts/. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '../artefacts/traces',
  timeout: 300_000,
  expect: { timeout: 45_000 },
  workers: 2, // each with a program and a sandbox of its own
  reporter: [['list']],
  use: {
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    trace: 'retain-on-failure',
  },
});
