import type { ComponentType, ReactNode } from 'react';
import { lazyPage } from '@/shared/lib/lazy-page';
import type { SheetName } from '@/shared/sheets';

interface Lazy {
  prefetch(): Promise<void>;
  load(): Promise<void>;
}
type LazyFrame = ComponentType<{ children: ReactNode }> & Lazy;
type LazySheet = ComponentType & Lazy;

type Part = 'public' | 'member';

interface Opened {
  /** The audience that may open it. */
  for: readonly Part[];
  sheet: LazySheet;
  /** What surrounds it: the member's own decisions about its deposits and its play (docs/founding/RULES.md §11). */
  frame?: LazyFrame;
}

const visitors = (sheet: LazySheet): Opened => ({ for: ['public'], sheet });
const members = (sheet: LazySheet, frame?: LazyFrame): Opened => ({ for: ['member'], sheet, ...(frame && { frame }) });
const all = (sheet: LazySheet): Opened => ({ for: ['public', 'member'], sheet });

const bounds = () => import('@/features/protection/sheets');
const SAFETY = ['member', 'protection', 'errors'] as const;

const guarded = () => import('@/features/protection/guarded');
const deposit = lazyPage(async () => ({ default: (await guarded()).GuardedDeposit }), 'member', 'protection');
const game = lazyPage(async () => ({ default: (await guarded()).GuardedGame }), 'member', 'protection');
const move = lazyPage(async () => ({ default: (await guarded()).GuardedMove }), 'member', 'protection');

/** The code of each sheet. Its parameters are in shared/sheets.ts. */
export const SHEETS: Record<SheetName, Opened> = {
  video: visitors(lazyPage(() => import('@/features/content/video-sheet'), 'open')),
  chat: all(lazyPage(() => import('@/features/chat/chat-sheet'), 'chat', 'errors')),
  agreement: members(lazyPage(() => import('@/features/content/agreement-sheet'), 'member', 'errors')),
  conditions: members(lazyPage(() => import('@/features/content/conditions-sheet'), 'member', 'errors')),
  deposit: members(
    lazyPage(() => import('@/features/deposit/deposit-sheet'), 'member', 'errors'),
    deposit,
  ),
  held: members(lazyPage(() => import('@/features/wallet/held-sheet'), 'member', 'errors')),
  transfer: members(
    lazyPage(() => import('@/features/transfer/transfer-sheet'), 'member', 'errors'),
    move,
  ),
  withdraw: members(lazyPage(() => import('@/features/withdraw/withdraw-sheet'), 'member', 'errors')),
  game: members(
    lazyPage(() => import('@/features/games/game-sheet'), 'member', 'errors'),
    game,
  ),
  receipt: members(lazyPage(() => import('@/features/statement/receipt-sheet'), 'member', 'errors')),
  slips: members(lazyPage(() => import('@/features/statement/slips-sheet'), 'member', 'errors')),
  bonus: members(
    lazyPage(() => import('@/features/bonus/bonus-sheet'), 'member', 'offers', 'errors'),
    move,
  ),
  promotion: members(
    lazyPage(() => import('@/features/bonus/promotion-sheet'), 'member', 'offers', 'errors'),
    move,
  ),
  banners: members(lazyPage(() => import('@/features/banners/banner-sheet'), 'member', 'offers', 'errors')),
  invite: members(
    lazyPage(() => import('@/features/invite/invite-sheet'), 'member', 'offers', 'errors'),
    move,
  ),
  receive: members(lazyPage(() => import('@/features/invite/receive-sheet'), 'member', 'offers', 'errors')),
  refund: members(
    lazyPage(() => import('@/features/refund/refund-sheet'), 'member', 'offers', 'errors'),
    move,
  ),
  prize: members(lazyPage(() => import('@/features/spin/prize-sheet'), 'member', 'offers', 'errors')),
  claim: members(
    lazyPage(() => import('@/features/spin/claim-sheet'), 'member', 'offers', 'errors'),
    move,
  ),
  proof: members(lazyPage(() => import('@/features/spin/proof-sheet'), 'member', 'offers', 'errors')),
  'bank-name': members(lazyPage(() => import('@/features/profile/bank-name-sheet'), 'member', 'errors')),
  protection: members(lazyPage(async () => ({ default: (await bounds()).ProtectionSheet }), ...SAFETY)),
  limit: members(lazyPage(async () => ({ default: (await bounds()).LimitSheet }), ...SAFETY)),
  pause: members(lazyPage(async () => ({ default: (await bounds()).PauseSheet }), ...SAFETY)),
  export: members(lazyPage(async () => ({ default: (await bounds()).ExportSheet }), ...SAFETY)),
  sessions: members(lazyPage(async () => ({ default: (await bounds()).SessionsSheet }), ...SAFETY)),
  password: members(lazyPage(() => import('@/features/profile/password-sheet'), 'member', 'errors')),
};

/** The sheet of this name, if this part's audience may open it. An address can name anything. */
export function sheetOf(name: string | null, part: Part): SheetName | undefined {
  if (name === null || !Object.hasOwn(SHEETS, name)) return undefined;
  const known = name as SheetName;
  return SHEETS[known].for.includes(part) ? known : undefined;
}
