import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useI18n } from '@/shared/i18n';

export default function StatementPage() {
  const { t } = useI18n();
  usePageTitle(t('app.name'));
  return (
    <main className="page max-w-[960px] pt-4">
      <h1 className="text-2xl font-semibold">{t('nav.statement')}</h1>
    </main>
  );
}
