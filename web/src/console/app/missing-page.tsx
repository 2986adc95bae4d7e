import { Link } from 'react-router';
import { useI18n } from '@/console/i18n';
import { LONE_LINK } from '@/console/kit/link';
import { usePageTitle } from '@/shared/hooks/use-page-title';

export function MissingPage() {
  const { t } = useI18n();
  usePageTitle(t('missing.title'));
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-3 p-6 text-center">
      <h1 className="text-xl font-semibold">{t('missing.title')}</h1>
      <Link to="/" className={`${LONE_LINK} px-2 text-gold`}>
        {t('missing.home')}
      </Link>
    </div>
  );
}
