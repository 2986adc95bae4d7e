import { act, waitFor } from '@testing-library/react';
import { vi } from 'vitest';

/** What the product waits for as long as this, it waits for the test to let it pass; what is shorter drives the page. */
const HELD_MS = 1000;

/** The machine's own. */
const { setTimeout: shortly, clearTimeout: dropShort, setInterval: often, clearInterval: dropOften } = globalThis;
/** Vitest's, while they are in place. */
let held: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'>;

/**
 * Time stands still until the test is over: a hint that comes after five seconds, a question every four, a word that goes by
 * itself happen when the test lets time `pass`, exactly then, and not because a machine was slow.
 */
export function stopClock(from = HELD_MS): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: Date.now() });
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  held = { setTimeout, clearTimeout, setInterval, clearInterval };
  globalThis.setTimeout = shortOnes(from, shortly, setTimeout);
  globalThis.clearTimeout = either(dropShort, clearTimeout);
  globalThis.setInterval = shortOnes(from, often, setInterval);
  globalThis.clearInterval = either(dropOften, clearInterval);
}

/** After each test (setup-jsdom.ts). Vitest takes away its own timers only, and would leave none in the place of others. */
export function startClock(): void {
  if (!vi.isFakeTimers()) return;
  Object.assign(globalThis, held);
  vi.useRealTimers();
}

/** Lets time pass for the product. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Lets time pass until `seen` does not throw: a poll is due only when the answer before it has come. */
export const passUntil = (ms: number, seen: () => void) =>
  waitFor(async () => {
    await pass(ms);
    seen();
  });

type Handle = ReturnType<typeof setTimeout>;
const real = new WeakSet<object>();

function shortOnes<Start extends typeof setTimeout | typeof setInterval>(
  from: number,
  now: Start,
  later: Start,
): Start {
  const start = (run: () => void, ms = 0, ...given: []) => {
    if (ms >= from) return later(run, ms, ...given);
    const handle = now(run, ms, ...given);
    real.add(handle);
    return handle;
  };
  return start as Start;
}

function either(now: (handle?: Handle) => void, later: (handle?: Handle) => void) {
  return (handle?: string | number | Handle) => {
    if (typeof handle === 'object' && real.has(handle)) now(handle);
    else later(handle as Handle);
  };
}
