import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { PublishShutOut } from '@/features/protection/publish-shut-out';
import { BelowShutBanner } from '@/features/protection/shut-banner';
import { LiveMoney } from '@/features/wallet/live-money';
import { whenIdle } from '@/shared/lib/when-idle';
import { prefetchToasts } from '@/shared/ui/notify';
import { MemberMenu } from './bottom-menu';
import { FirstVisit } from './first-visit';
import { OfflineBar } from './offline-bar';
import { PageFallback } from './page-fallback';
import { PagePart } from './page-part';
import { SheetHost } from './sheet-host';
import { SHEETS } from './sheets';
import SlowHint from './slow-hint';
import { TopBar } from './top-bar';

export default function MemberLayout() {
  // The first sheet is nearly always the deposit, so its code is fetched before the tap. So is the code that shows
  // errors.
  useEffect(
    () =>
      whenIdle(() => {
        void SHEETS.deposit.sheet.prefetch();
        void SHEETS.deposit.frame?.prefetch();
        prefetchToasts();
      }),
    [],
  );
  return (
    <>
      <PublishShutOut />
      <div className="sticky top-0 z-(--z-index-nav)">
        <TopBar />
        <OfflineBar />
      </div>
      <SlowHint />
      <PagePart>
        <BelowShutBanner waiting={<PageFallback />}>
          <Outlet />
        </BelowShutBanner>
      </PagePart>
      <MemberMenu />
      <SheetHost part="member" />
      <FirstVisit />
      <LiveMoney />
    </>
  );
}
