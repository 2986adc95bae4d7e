import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { PublicMenu } from './bottom-menu';
import { OfflineBar, SlowHint } from './connection';
import { PageFallback } from './page-fallback';
import { SheetHost } from './sheet-host';

export function PublicLayout() {
  return (
    <>
      <div className="sticky top-0 z-(--z-index-nav)">
        <OfflineBar />
      </div>
      <SlowHint />
      <Suspense fallback={<PageFallback />}>
        <Outlet />
      </Suspense>
      <PublicMenu />
      <SheetHost part="public" />
    </>
  );
}
