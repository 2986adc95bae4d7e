import { useEffect, useState } from 'react';

/** True once `on` has lasted `delay`: quick answers show no loader (SPEC.md §9: 200 ms). */
export function useDelayedFlag(on: boolean, delay = 200): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLate(true), delay);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [on, delay]);
  return on && late;
}
