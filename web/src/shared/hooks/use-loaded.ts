import { useEffect, useEffectEvent, useState } from 'react';
import { notify } from '@/shared/ui/notify';

/**
 * Whether a part that opens at a word of the member can be drawn: its code is fetched when it opens first, and it stays
 * afterwards, for its closing movement. Code that doesn't come is told of, and the opening called off.
 */
export function useLoaded(part: { load(): Promise<void> }, open: boolean, callOff: () => void): boolean {
  const [loaded, setLoaded] = useState(false);
  const failed = useEffectEvent((error: unknown) => {
    notify.failure(error);
    callOff();
  });
  useEffect(() => {
    if (!open || loaded) return;
    let wanted = true;
    part.load().then(
      () => wanted && setLoaded(true),
      (error) => wanted && failed(error),
    );
    return () => {
      wanted = false;
    };
  }, [part, open, loaded]);
  return loaded;
}
