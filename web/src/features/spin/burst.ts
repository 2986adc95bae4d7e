/** SPEC.md §5: taps on the claim's button that follow each other within this are one. */
export const BURST_MS = 500;

/** Lets the first tap of a burst through and none of those that follow it. */
export function oncePerBurst(deed: () => void, now = () => performance.now()): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const since = now() - last;
    last = now();
    if (since >= BURST_MS) deed();
  };
}
