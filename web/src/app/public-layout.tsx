import { lazy, type ReactNode, Suspense } from 'react';
import { Outlet } from 'react-router';
import { PublicMenu } from './bottom-menu';
import { OfflineBar } from './offline-bar';
import { PagePart } from './page-part';
import { SheetHost } from './sheet-host';

const nothing = () => null;
/** Loaded separately: the first screen is small and does not need it. */
const SlowHint = lazy<() => ReactNode>(() => import('./slow-hint').catch(() => ({ default: nothing })));

export function PublicLayout() {
  return (
    <>
      <div className="sticky top-0 z-(--z-index-nav)">
        <OfflineBar />
      </div>
      <Suspense fallback={null}>
        <SlowHint />
      </Suspense>
      <PagePart>
        <Outlet />
      </PagePart>
      <PublicMenu />
      <SheetHost part="public" />
    </>
  );
}
