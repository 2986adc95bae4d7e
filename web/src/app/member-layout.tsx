import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { LiveMoney } from '@/features/wallet/live-money';
import { MemberMenu } from './bottom-menu';
import { FirstVisit } from './first-visit';
import { OfflineBar } from './offline-bar';
import { PageFallback } from './page-fallback';
import { SheetHost } from './sheet-host';
import { TopBar } from './top-bar';

export default function MemberLayout() {
  return (
    <>
      <TopBar />
      <OfflineBar />
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
