/**
 * React runs effects a moment after a page is seen, on a slow phone a long one. Here it is always longer than a test
 * needs to go on, so what must hold as soon as the page is seen (a title, a key, a listener) can't lean on a quick
 * machine. The scheduler takes its clockwork when it is loaded; everything else keeps the engine's own.
 */
const LATE_MS = 5;

const own = globalThis.setImmediate;
// biome-ignore lint/plugin: nothing waits for this time, it is what React is late by
globalThis.setImmediate = ((run: () => void) => setTimeout(run, LATE_MS)) as unknown as typeof setImmediate;
await import('react-dom/client');
globalThis.setImmediate = own;

export {};
