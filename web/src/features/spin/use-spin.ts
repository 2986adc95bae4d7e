import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { invalidate } from '@/shared/api/invalidate';
import type { SpinSetup } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { vibrate } from '@/shared/lib/haptics';
import type { WheelHandle } from './components/turning-wheel';
import { couponsQuery, setupQuery, useDraw } from './queries';
import { indexOf } from './rules';

/**
 * One turn: the wheel starts with the tap, the server draws, the wheel lands on its slice, the prize is shown. After a
 * refusal or a lost answer, the wheel slows down and the reason is shown; a tap then asks for the same draw again.
 */
export function useSpin(wheel: RefObject<WheelHandle | null>) {
  const cache = useQueryClient();
  const sheet = useSheet();
  const draw = useDraw();
  const [turning, setTurning] = useState(false);
  /** The code of the slice at which it stopped, announced to screen readers. */
  const [landed, setLanded] = useState<string>();

  async function spin() {
    setTurning(true);
    setLanded(undefined);
    wheel.current?.push();
    try {
      const { result } = await draw.mutateAsync();
      await land(result);
      setLanded(result);
      vibrate('success');
      void invalidate(cache, couponsQuery.queryKey);
      sheet.open('prize', { slice: result });
    } catch {
      // The mutation has the error; the page shows it.
      vibrate('error');
      await wheel.current?.stop();
    } finally {
      setTurning(false);
    }
  }

  /** Lands on the current wheel; if the slice is new, the new wheel is fetched first. */
  async function land(code: string) {
    const known = placeOf(cache.getQueryData(setupQuery.queryKey), code);
    const index = known >= 0 ? known : placeOf(await cache.fetchQuery({ ...setupQuery, staleTime: 0 }), code);
    if (index >= 0) await wheel.current?.land(index);
    else await wheel.current?.stop();
  }

  return { spin, turning, landed, error: turning ? undefined : draw.error };
}

const placeOf = (setup: SpinSetup | undefined, code: string) => indexOf(setup?.activeSpinwheel?.slices ?? [], code);
