import { useI18n } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';

/** Something broke in the app, or the server can't be reached at all. */
export function ErrorPage({ offline = false }: { offline?: boolean }) {
  const { t } = useI18n();
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        page
        icon={offline ? 'offline' : 'alert'}
        title={t(offline ? 'errorPage.offlineTitle' : 'errorPage.title')}
        action={
          <Button icon="refresh" onClick={() => location.reload()}>
            {t('errorPage.reload')}
          </Button>
        }
      >
        {t(offline ? 'errorPage.offlineText' : 'errorPage.text')}
      </EmptyState>
    </main>
  );
}
