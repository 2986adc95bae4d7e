/**
 * What a finger does within this belongs to the tap before, and is none of its own. So what has just opened takes no tap
 * (useSettled), and what was answered is not asked again (withTapKey, isSecondHalf).
 */
export const DOUBLE_TAP_MS = 400;

/** SPEC.md §5 has a figure of its own where a coupon is claimed: taps that follow each other within this are one. */
export const CLAIM_MS = 500;

/**
 * When the member last tapped or sent a form. By the finger, not by when a busy phone got round to it: the second half of a
 * double tap may come before the button rests, and be dealt with long after the first one's answer.
 */
let tapped: number | undefined;
if (typeof document !== 'undefined')
  for (const kind of ['click', 'submit'])
    document.addEventListener(
      kind,
      (event) => {
        tapped = Date.now() - Math.max(0, performance.now() - event.timeStamp);
      },
      { capture: true },
    );

export const lastTap = (now = Date.now) => tapped ?? now();

/** Whether a tap is the second half of the one that was answered at this time. */
export const isSecondHalf = (answeredAt: number, made = lastTap()) => made - answeredAt < DOUBLE_TAP_MS;

/** Lets the first tap of several through, and none of those that follow it. */
export function oncePerBurst(deed: () => void, within: number, now = () => performance.now()): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const since = now() - last;
    last = now();
    if (since >= within) deed();
  };
}
