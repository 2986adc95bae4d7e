import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useI18n } from '@/shared/i18n';
import { PATHS } from '@/shared/paths';
import { EmptyState } from '@/shared/ui/empty-state';

/** SPEC.md §9: the login page follows after 2 s. */
const REDIRECT_MS = 2000;

export function Done() {
  const { t } = useI18n();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(PATHS.login), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <main className="page grid min-h-dvh max-w-[440px] place-items-center">
      <div className="w-full">
        <EmptyState page tone="jade" icon="check" title={t('register.done')}>
          {t('register.done.text')}
        </EmptyState>
        <div aria-hidden="true" className="mx-auto h-1.5 w-48 overflow-hidden rounded-full bg-s3">
          <div className="h-full origin-left animate-fill bg-jade" />
        </div>
      </div>
    </main>
  );
}
