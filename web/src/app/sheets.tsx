import type { ComponentType, ReactNode } from 'react';
import type { SheetName } from '@/shared/hooks/use-sheet';
import { lazyPage } from '@/shared/lib/lazy-page';

interface Lazy {
  prefetch(): Promise<void>;
  load(): Promise<void>;
}
type LazyFrame = ComponentType<{ children: ReactNode }> & Lazy;
type LazySheet = ComponentType & Lazy;

const chat = lazyPage(() => import('@/features/chat/chat-sheet'), 'chat', 'errors');

const bounds = () => import('@/features/protection/sheets');
const SAFETY = ['member', 'protection', 'errors'] as const;

/** Sheets that visitors may open, by their `?sheet=` name. */
export const PUBLIC_SHEETS: Partial<Record<SheetName, LazySheet>> = {
  video: lazyPage(() => import('@/features/content/video-sheet'), 'open'),
  chat,
};

/** Sheets of members. Each reads its own parameters from the URL with `useSheet().param`. */
export const MEMBER_SHEETS: Partial<Record<SheetName, LazySheet>> = {
  agreement: lazyPage(() => import('@/features/content/agreement-sheet'), 'member', 'errors'),
  conditions: lazyPage(() => import('@/features/content/conditions-sheet'), 'member', 'errors'),
  deposit: lazyPage(() => import('@/features/deposit/deposit-sheet'), 'member', 'errors'),
  held: lazyPage(() => import('@/features/wallet/held-sheet'), 'member', 'errors'),
  transfer: lazyPage(() => import('@/features/transfer/transfer-sheet'), 'member', 'errors'),
  withdraw: lazyPage(() => import('@/features/withdraw/withdraw-sheet'), 'member', 'errors'),
  game: lazyPage(() => import('@/features/games/game-sheet'), 'member', 'errors'),
  receipt: lazyPage(() => import('@/features/statement/receipt-sheet'), 'member', 'errors'),
  slips: lazyPage(() => import('@/features/statement/slips-sheet'), 'member', 'errors'),
  bonus: lazyPage(() => import('@/features/bonus/bonus-sheet'), 'member', 'offers', 'errors'),
  promotion: lazyPage(() => import('@/features/bonus/promotion-sheet'), 'member', 'offers', 'errors'),
  banners: lazyPage(() => import('@/features/banners/banner-sheet'), 'member', 'offers', 'errors'),
  invite: lazyPage(() => import('@/features/invite/invite-sheet'), 'member', 'offers', 'errors'),
  receive: lazyPage(() => import('@/features/invite/receive-sheet'), 'member', 'offers', 'errors'),
  refund: lazyPage(() => import('@/features/refund/refund-sheet'), 'member', 'offers', 'errors'),
  prize: lazyPage(() => import('@/features/spin/prize-sheet'), 'member', 'offers', 'errors'),
  claim: lazyPage(() => import('@/features/spin/claim-sheet'), 'member', 'offers', 'errors'),
  proof: lazyPage(() => import('@/features/spin/proof-sheet'), 'member', 'offers', 'errors'),
  'bank-name': lazyPage(() => import('@/features/profile/bank-name-sheet'), 'member', 'errors'),
  protection: lazyPage(async () => ({ default: (await bounds()).ProtectionSheet }), ...SAFETY),
  limit: lazyPage(async () => ({ default: (await bounds()).LimitSheet }), ...SAFETY),
  pause: lazyPage(async () => ({ default: (await bounds()).PauseSheet }), ...SAFETY),
  sessions: lazyPage(async () => ({ default: (await bounds()).SessionsSheet }), ...SAFETY),
  password: lazyPage(() => import('@/features/profile/password-sheet'), 'member', 'errors'),
  chat,
};

const guarded = () => import('@/features/protection/guarded');
const move = lazyPage(async () => ({ default: (await guarded()).GuardedMove }), 'member', 'protection');

/** What stands around a sheet: what the member decided about its deposits and its play (docs/founding/RULES.md §11). */
export const FRAMES: Partial<Record<SheetName, LazyFrame>> = {
  deposit: lazyPage(async () => ({ default: (await guarded()).GuardedDeposit }), 'member', 'protection'),
  game: lazyPage(async () => ({ default: (await guarded()).GuardedGame }), 'member', 'protection'),
  transfer: move,
  bonus: move,
  promotion: move,
  invite: move,
  refund: move,
  claim: move,
};
