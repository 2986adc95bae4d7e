/** The first screen's data comes before what may be wanted later: a phone whose processor rests may still wait for it. */
const AHEAD_MS = 1500;

/**
 * Runs work when the first screen has had its time and the browser nothing better to do, 4 s later at most.
 * Returns how to call it off.
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
