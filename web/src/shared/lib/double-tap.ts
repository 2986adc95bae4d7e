/**
 * A second touch within this time belongs to the first tap. So a part that has just opened takes no tap (useAcceptsTaps),
 * and an answered action is not sent again (withTapKey, isSecondHalf).
 */
export const DOUBLE_TAP_MS = 400;

/** SPEC.md §5 has its own figure for claiming a coupon: taps within this time of each other are one. */
export const CLAIM_MS = 500;

/**
 * When the member last tapped or sent a form, by the time of the touch and not of its handling. The second half of a
 * double tap may come before the button is disabled, and be handled long after the first one's answer.
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

/** Reports whether a tap is the second half of the one that was answered at this time. */
export const isSecondHalf = (answeredAt: number, made = lastTap()) => made - answeredAt < DOUBLE_TAP_MS;

/** Lets the first of several taps through, and none of those that follow it. */
export function oncePerBurst(deed: () => void, within: number, now = () => performance.now()): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const since = now() - last;
    last = now();
    if (since >= within) deed();
  };
}
