/** How often a page asks again while the house tells it what changes: a hint may be lost. */
const SELDOM_MS = 60_000;

let connected = false;

export function setConnected(now: boolean): void {
  connected = now;
}

/** How often a query asks again: as given, and seldom while hints come. */
export const again = (ms: number) => () => (connected ? Math.max(ms, SELDOM_MS) : ms);
