import type { ComponentType } from 'react';
import { lazyPage } from '@/shared/lib/lazy-page';
import { KEYS, kept } from '@/shared/session/storage';
import type { PanelProps } from './panel-props';
import { CHANNELS, type Channel } from './rules';

type Panel = ComponentType<PanelProps> & { prefetch(): void };

/** Each way has a chunk of its own. */
export const PANELS: Record<Channel, Panel> = {
  bank: lazyPage(() => import('./bank/bank-panel')),
  qr: lazyPage(() => import('./qr/qr-panel')),
  link: lazyPage(() => import('./link/link-panel')),
  slip: lazyPage(() => import('./slip/slip-panel')),
};

/** Prefetching the sheet also prefetches the way that it will open with. */
PANELS[CHANNELS.find((channel) => channel === kept.get(KEYS.lastDeposit)) ?? 'qr'].prefetch();
