import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { SpinSlice } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { createWheel, type Wheel } from '../turning';

export type WheelHandle = Pick<Wheel, 'push' | 'land' | 'stop'>;

interface Props {
  slices: readonly SpinSlice[];
  ref: Ref<WheelHandle>;
  /** The content of the middle: the button. */
  children: ReactNode;
}

/** SPEC.md §9: at most 350 px or 85 % of the window. */
export const WHEEL_SIZE = 'relative size-[min(350px,85vw)]';

/** The wheel with its pointer. Its slices are also given as text. */
export function TurningWheel({ slices, ref, children }: Props) {
  const { t } = useI18n();
  const canvas = useRef<HTMLCanvasElement>(null);
  const wheel = useRef<Wheel>(undefined);

  useEffect(() => {
    if (!canvas.current) return;
    const made = createWheel(canvas.current);
    wheel.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => wheel.current?.show(slices), [slices]);
  useImperativeHandle(ref, () => ({
    push: () => wheel.current?.push(),
    land: async (index) => wheel.current?.land(index),
    stop: async () => wheel.current?.stop(),
  }));

  const labels = slices.map(({ label }) => label).join(', ');
  return (
    <div className={WHEEL_SIZE}>
      <canvas ref={canvas} role="img" aria-label={t('spin.face', { labels })} className="size-full" />
      <Pointer />
      <div className="absolute inset-0 grid place-items-center">{children}</div>
    </div>
  );
}

/** A drop in marigold; its tip points at the winning slice. */
function Pointer() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 44" className="absolute -top-3 left-1/2 h-11 w-8 -translate-x-1/2">
      <path
        d="M16 42C10 30 3 24 3 15a13 13 0 0 1 26 0c0 9-7 15-13 27z"
        className="fill-gold stroke-ink"
        strokeWidth="3"
      />
      <circle cx="16" cy="15" r="5" className="fill-ongold" />
    </svg>
  );
}
