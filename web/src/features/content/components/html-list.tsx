import { lazy, Suspense } from 'react';
import { Skeleton } from '@/shared/ui/skeleton';

const SafeHtml = lazy(() => import('@/shared/ui/safe-html'));

/** The operator's paragraphs, one block each. */
export function HtmlList({ items }: { items: string[] }) {
  return (
    <Suspense fallback={<Skeleton className="h-64 w-full" />}>
      <div className="grid gap-4">
        {items.map((html) => (
          <SafeHtml key={html} html={html} />
        ))}
      </div>
    </Suspense>
  );
}
