import { Loading } from '@/shared/ui/loading';

/** While a page's code is on its way. Keeps the page's height. */
export function PageFallback() {
  return (
    <div className="grid min-h-[calc(100dvh-120px)] place-items-center text-t2">
      <Loading />
    </div>
  );
}
