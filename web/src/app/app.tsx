import { Suspense } from 'react';
import { useRoutes } from 'react-router';
import { lazyPage } from '@/shared/lib/lazy-page';
import { previewToken } from '@/shared/session/preview';
import { PageFallback } from './page-fallback';
import { routes } from './routes';

const PreviewBar = lazyPage(() => import('@/features/preview/preview-bar'), 'preview');

export function App() {
  const page = useRoutes(routes);
  return (
    <>
      {previewToken() && (
        <Suspense>
          <PreviewBar />
        </Suspense>
      )}
      <Suspense fallback={<PageFallback />}>{page}</Suspense>
    </>
  );
}
