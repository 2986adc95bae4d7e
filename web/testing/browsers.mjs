import { existsSync } from 'node:fs';

/** Debian's Chromium, with the windows and the popup blocker that a member's has. */
export const CHROMIUM = '/usr/bin/chromium';

const SHELL = '/usr/bin/chromium-headless-shell';

/** The same engine without the program around it costs a third of the time; elsewhere than on Debian there may be none. */
export const ENGINE = existsSync(SHELL) ? SHELL : CHROMIUM;

/** It speaks to the product alone. */
export const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
