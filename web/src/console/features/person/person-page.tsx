import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { Erasures } from './erasures';
import { Retention } from './retention';

/** The data of people: who is to be erased and when, and what is kept for how long. */
export default function PersonPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  usePageTitle(`${t('nav.person')} · ${name}`);
  return (
    <div className="mx-auto grid w-full max-w-[1080px] content-start gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <header className="grid gap-1">
        <h1 className="text-l font-semibold">{t('nav.person')}</h1>
        <p className="max-w-prose text-s text-t2">{t('person.lead')}</p>
      </header>
      <Erasures state="open" />
      <Erasures state="scheduled" />
      <Retention />
    </div>
  );
}
