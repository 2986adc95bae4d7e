import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { errorText } from '@/shared/api/error-text';
import { useOnline } from '@/shared/hooks/use-online';
import { useI18n } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Part } from '@/shared/ui/part';
import { PageFallback } from './page-fallback';

/** The page's place in its layout. If the page can't be loaded, the menus stay, and there is a retry. */
export function PagePart({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Part
      key={pathname}
      waiting={<PageFallback />}
      broken={(error, again) => <BrokenPage error={error} again={again} />}
    >
      {children}
    </Part>
  );
}

function BrokenPage({ error, again }: { error: unknown; again(): void }) {
  const { t } = useI18n();
  return (
    <main className="page">
      <EmptyState
        icon={useOnline() ? 'alert' : 'offline'}
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
