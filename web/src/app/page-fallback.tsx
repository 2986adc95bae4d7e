import { Loading } from '@/shared/ui/loading';

/** Shown while a page's code loads. It keeps the page's height. */
export function PageFallback() {
  return (
    <div className="grid min-h-[calc(100dvh-120px)] place-items-center text-t2">
      <Loading />
    </div>
  );
}
