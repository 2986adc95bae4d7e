import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { activeQuery } from '@/features/auth/queries';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useI18n } from '@/shared/i18n';
import { PATHS } from '@/shared/paths';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { PAGE_NOT_FOUND } from './not-found-page';
import { markActive } from './service-state';

/** The service is terminated. If it comes back, the page notices and leads to login. */
export default function TerminatedPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const active = useQuery({ ...activeQuery, staleTime: 0, refetchInterval: 30_000 });
  const back = active.data?.active === true;
  usePageTitle(PAGE_NOT_FOUND);
  useEffect(() => {
    if (!back) return;
    markActive();
    navigate(PATHS.login, { replace: true });
  }, [back, navigate]);
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        page
        icon="lock"
        title={t('terminated.title')}
        action={
          <Button variant="secondary" icon="refresh" pending={active.isFetching} onClick={() => void active.refetch()}>
            {t('terminated.again')}
          </Button>
        }
      >
        {t('terminated.text')}
      </EmptyState>
    </main>
  );
}
