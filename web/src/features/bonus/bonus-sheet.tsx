import { useQuery } from '@tanstack/react-query';
import type { Bonus } from '@/shared/api/wire';
import { useSheetParams } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { EmptyState } from '@/shared/ui/empty-state';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { Skeleton } from '@/shared/ui/skeleton';
import { DYES } from './components/card';
import { Offer } from './components/offer';
import { Terms } from './components/terms';
import { bonusesQuery } from './queries';
import { cardState } from './rules';

/** `?sheet=bonus&code=...`: one bonus with its terms; the button comes last. */
export default function BonusSheet() {
  const { t } = useI18n();
  const { code } = useSheetParams('bonus');
  const bonuses = useQuery(bonusesQuery);
  const bonus = bonuses.data?.find((one) => one.code === code);
  if (bonus) return <Shown bonus={bonus} />;
  return (
    <Sheet title={t('bonus.title')}>
      <QueryState query={bonuses} skeleton={<Skeleton className="h-72" />}>
        {() => <EmptyState icon="gift" title={t('bonus.gone')} />}
      </QueryState>
    </Sheet>
  );
}

function Shown({ bonus }: { bonus: Bonus }) {
  const { t } = useI18n();
  const state = cardState(bonus, new Date());
  return (
    <Offer
      kind="bonus"
      code={bonus.code}
      title={bonus.name}
      banners={bonus.banners}
      dye={DYES[bonus.type]}
      percentFail={bonus.percentFail}
      current={state === 'current'}
      refused={state === 'received' ? t(`bonus.got.${bonus.type}`) : undefined}
    >
      <Terms terms={bonus.terms} percentSuccess={bonus.percentSuccess} percentFail={bonus.percentFail} times={bonus} />
    </Offer>
  );
}
