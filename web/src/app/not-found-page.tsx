import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useI18n } from '@/shared/i18n';
import { PATHS } from '@/shared/paths';
import { useSessionToken } from '@/shared/session/session';
import { ButtonLink } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';

/** SPEC.md §2 fixes these words in every language. */
export const PAGE_NOT_FOUND = 'Page Not Found';

export default function NotFoundPage() {
  const { t } = useI18n();
  const token = useSessionToken();
  usePageTitle(PAGE_NOT_FOUND);
  return (
    <main className="grid min-h-dvh place-items-center pb-20">
      <EmptyState
        page
        icon="info"
        title={PAGE_NOT_FOUND}
        action={
          <ButtonLink icon="home" to={token ? PATHS.home : PATHS.login}>
            {t('notFound.home')}
          </ButtonLink>
        }
      >
        {t('notFound.text')}
      </EmptyState>
    </main>
  );
}
