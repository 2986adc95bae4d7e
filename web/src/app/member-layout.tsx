import { Suspense, useEffect } from 'react';
import { Outlet } from 'react-router';
import { ShutBanner } from '@/features/protection/shut-banner';
import { LiveMoney } from '@/features/wallet/live-money';
import { whenIdle } from '@/shared/lib/when-idle';
import { MemberMenu } from './bottom-menu';
import { FirstVisit } from './first-visit';
import { OfflineBar } from './offline-bar';
import { PageFallback } from './page-fallback';
import { SheetHost } from './sheet-host';
import { FRAMES, MEMBER_SHEETS } from './sheets';
import SlowHint from './slow-hint';
import { TopBar } from './top-bar';

export default function MemberLayout() {
  // The first sheet is nearly always the deposit; its code is there before the tap.
  useEffect(
    () =>
      whenIdle(() => {
        MEMBER_SHEETS.deposit?.prefetch();
        FRAMES.deposit?.prefetch();
      }),
    [],
  );
  return (
    <>
      <div className="sticky top-0 z-(--z-index-nav)">
        <TopBar />
        <OfflineBar />
      </div>
      <SlowHint />
      <Suspense fallback={null}>
        <ShutBanner />
      </Suspense>
      <Suspense fallback={<PageFallback />}>
        <Outlet />
      </Suspense>
      <MemberMenu />
      <SheetHost part="member" />
      <FirstVisit />
      <LiveMoney />
    </>
  );
}
