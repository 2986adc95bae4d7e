import { existsSync } from 'node:fs';

/** Debian's Chromium, with the windows and the popup blocker of a member's browser. */
export const CHROMIUM = '/usr/bin/chromium';

const SHELL = '/usr/bin/chromium-headless-shell';

/** The headless shell of the same engine takes a third of the time; other systems than Debian may have none. */
export const ENGINE = existsSync(SHELL) ? SHELL : CHROMIUM;

/**
 * Code that runs for a second is not worth the two optimizing compilers of V8: they took a sixth of the time of a look.
 * What the code does is the same.
 */
export const BRIEF = '--js-flags=--no-opt --no-maglev';

/** It connects to the product alone. */
export const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
