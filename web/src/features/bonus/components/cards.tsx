import { useQuery } from '@tanstack/react-query';
import type { Bonus } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { EmptyState } from '@/shared/ui/empty-state';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { bonusesQuery } from '../queries';
import { cardState } from '../rules';
import { Card } from './card';

const GRID = 'grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4';

/** All available bonuses: two abreast on phones, three on tablets, four on desktops. */
export function Cards() {
  const { t } = useI18n();
  const bonuses = useQuery(bonusesQuery);
  return (
    <section aria-label={t('bonus.offers')} className="grid gap-3">
      <h2 className="text-l font-semibold">{t('bonus.offers')}</h2>
      <QueryState query={bonuses} skeleton={<Place />}>
        {(all) => (all.length === 0 ? <EmptyState icon="gift" title={t('bonus.none')} /> : <Grid bonuses={all} />)}
      </QueryState>
    </section>
  );
}

function Grid({ bonuses }: { bonuses: Bonus[] }) {
  const now = new Date();
  return (
    <ul className={GRID}>
      {bonuses.map((bonus) => (
        <li key={bonus.code}>
          <Card bonus={bonus} state={cardState(bonus, now)} />
        </li>
      ))}
    </ul>
  );
}

function Place() {
  return (
    <div className={GRID}>
      {Array.from({ length: 4 }, (_, i) => (
        <Skeleton key={String(i)} className="aspect-[300/211] rounded-l" />
      ))}
    </div>
  );
}
