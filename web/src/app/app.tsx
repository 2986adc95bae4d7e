import { Suspense } from 'react';
import { useRoutes } from 'react-router';
import { PageFallback } from './page-fallback';
import { routes } from './routes';

export function App() {
  return <Suspense fallback={<PageFallback />}>{useRoutes(routes)}</Suspense>;
}
