import { useEffect, useEffectEvent, useState } from 'react';
import { notify } from '@/shared/ui/notify';

/**
 * Reports whether a part that the member opens can be drawn. Its code is fetched when it first opens, and it stays
 * afterwards for its closing animation. If the code fails to load, that is reported and the part is closed.
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
