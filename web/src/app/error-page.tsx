import { useI18n } from '@/shared/i18n';
import { OFFLINE } from '@/shared/i18n/offline';
import type { Locale } from '@/shared/i18n/types';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import type { IconName } from '@/shared/ui/icon';

/** A bug broke the app. */
export function ErrorPage() {
  const { t } = useI18n();
  return (
    <Stuck icon="alert" title={t('errorPage.title')} reload={t('errorPage.reload')}>
      {t('errorPage.text')}
    </Stuck>
  );
}

/** The server can't be reached at all, so no language's texts are loaded either. */
export function Unreachable({ locale }: { locale: Locale }) {
  const { title, text, reload } = OFFLINE[locale];
  return (
    <Stuck icon="offline" title={title} reload={reload}>
      {text}
    </Stuck>
  );
}

interface Props {
  icon: IconName;
  title: string;
  reload: string;
  children: string;
}

function Stuck({ icon, title, reload, children }: Props) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        page
        icon={icon}
        title={title}
        action={
          <Button icon="refresh" onClick={() => location.reload()}>
            {reload}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </main>
  );
}
