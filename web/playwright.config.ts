import { defineConfig } from '@playwright/test';

/** Journeys through the real program in Debian's Chromium. Pictures of every stop are kept in artefacts/. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '../artefacts/traces',
  timeout: 300_000,
  expect: { timeout: 45_000 },
  workers: 3, // each with a program and a sandbox of its own; a journey mostly waits, so more of them than processors
  fullyParallel: true, // else the last file's tests wait for each other while the other workers have nothing to do
  reporter: [['list']],
  use: {
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    trace: { mode: 'retain-on-failure', screenshots: false }, // a film of every journey costs as much as the journey
  },
});
