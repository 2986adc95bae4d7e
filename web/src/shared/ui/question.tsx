import { type ComponentProps, useEffect } from 'react';
import { useLoaded } from '@/shared/hooks/use-loaded';
import { lazyPage } from '@/shared/lib/lazy-page';
import { whenIdle } from '@/shared/lib/when-idle';

const Confirm = lazyPage(() => import('./confirm'));

/** A question before a step that can't be undone. Its code is prefetched once a button that asks it is shown. */
export function Question(props: ComponentProps<typeof Confirm>) {
  useEffect(() => whenIdle(() => void Confirm.prefetch()), []);
  return useLoaded(Confirm, props.open, props.onCancel) && <Confirm {...props} />;
}
