import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { PublicMenu } from './bottom-menu';
import { OfflineBar } from './offline-bar';
import { PageFallback } from './page-fallback';
import { SheetHost } from './sheet-host';

export function PublicLayout() {
  return (
    <>
      <OfflineBar />
      <Suspense fallback={<PageFallback />}>
        <Outlet />
      </Suspense>
      <PublicMenu />
      <SheetHost part="public" />
    </>
  );
}
