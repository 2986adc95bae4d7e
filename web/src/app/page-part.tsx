import { type ReactNode, Suspense, useEffect, useReducer, useRef } from 'react';
import { useLocation } from 'react-router';
import { errorText } from '@/shared/api/error-text';
import { useOnline } from '@/shared/hooks/use-online';
import { useI18n } from '@/shared/i18n';
import { forgetFailures } from '@/shared/lib/lazy-page';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorBoundary } from './error-boundary';
import { PageFallback } from './page-fallback';

/** The place of the page in its layout. Where it can't be loaded, the menus stay, and there is a way on. */
export function PagePart({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [tries, again] = useReducer((count: number) => count + 1, 0);
  return (
    <ErrorBoundary key={`${pathname} ${tries}`} fallback={(error) => <Broken error={error} again={again} />}>
      <Suspense fallback={<PageFallback />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Asks again by itself when the network is back. */
function Broken({ error, again }: { error: unknown; again(): void }) {
  const { t } = useI18n();
  const online = useOnline();
  const before = useRef(online);
  useEffect(forgetFailures, []);
  useEffect(() => {
    if (online && !before.current) again();
    before.current = online;
  }, [online, again]);
  return (
    <main className="page">
      <EmptyState
        icon={online ? 'alert' : 'offline'}
        title={t('retry.text')}
        action={
          <Button icon="refresh" onClick={again}>
            {t('retry.action')}
          </Button>
        }
      >
        <p role="alert">{errorText(error)}</p>
      </EmptyState>
    </main>
  );
}
