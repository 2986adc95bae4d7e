import { useEffect, useState } from 'react';

/**
 * Whole seconds left until a moment (ms since 1970), 0 afterwards. It counts by the clock, so a sleeping tab stays
 * right.
 */
export function useCountdown(until: number | undefined): number {
  const left = () => (until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000)));
  const [, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` reads only `until` and the clock
  useEffect(() => {
    setSeconds(left());
    if (until === undefined) return;
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  }, [until]);
  // A new moment counts from the first picture on: the last one's zero would offer a second tap.
  return left();
}
