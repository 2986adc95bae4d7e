/** The first screen's data comes before prefetches: a phone with an idle processor may still be waiting for it. */
const AHEAD_MS = 1500;

/**
 * Runs work once the first screen has had its time and the browser is idle, 4 s later at most. Returns a function that
 * cancels it.
 */
export function whenIdle(work: () => void): () => void {
  let handle: number | undefined;
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) handle = requestIdleCallback(work, { timeout: 4000 });
    else work();
  }, AHEAD_MS);
  return () => {
    clearTimeout(timer);
    if (handle !== undefined) cancelIdleCallback(handle);
  };
}
