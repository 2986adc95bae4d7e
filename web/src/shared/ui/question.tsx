import { type ComponentProps, useEffect } from 'react';
import { useLoaded } from '@/shared/hooks/use-loaded';
import { lazyPage } from '@/shared/lib/lazy-page';
import { whenIdle } from '@/shared/lib/when-idle';

const Confirm = lazyPage(() => import('./confirm'));

/** A question before a step that can't be taken back. Its code is fetched ahead, once there is a button that asks it. */
export function Question(props: ComponentProps<typeof Confirm>) {
  useEffect(() => whenIdle(() => void Confirm.prefetch()), []);
  return useLoaded(Confirm, props.open, props.onCancel) && <Confirm {...props} />;
}
