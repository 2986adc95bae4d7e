import { startTransition, useEffect, useRef, useState } from 'react';

/** Becomes true for good once an element is in sight or near it: costly drawing waits for that. */
export function useNear<E extends Element>() {
  const place = useRef<E>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || near) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) startTransition(() => setNear(true));
      },
      { rootMargin: '200px' },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [near]);
  return [place, near] as const;
}
