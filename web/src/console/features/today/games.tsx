import type { Today } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { changeOf, Figure } from '@/console/kit/figure';
import { Numbers } from '@/console/kit/numbers';
import { Panel } from '@/console/kit/panel';
import { baht, grouped } from '@/shared/lib/money';
import { sum } from './money';

/** What each provider's games brought: what members lost, less what they won. */
export function Games({ games }: { games: Today['games'] }) {
  const { t } = useI18n();
  return (
    <Panel title={t('today.games')} aside={t('today.ggr')}>
      <dl className="pb-3">
        <Figure
          name={t('today.allGames')}
          value={sum(games.map(({ ggr }) => ggr))}
          before={sum(games.map(({ compare }) => compare))}
          format={baht}
        />
      </dl>
      {games.length === 0 ? (
        <p className="text-t2">{t('today.noPlay')}</p>
      ) : (
        <Numbers
          caption={t('today.ggr')}
          head={[t('today.provider'), t('today.title'), t('today.change'), t('today.weekBefore')]}
          rows={[...games]
            .sort((a, b) => b.ggr - a.ggr)
            .map(({ provider, ggr, compare }) => [provider, baht(ggr), changeOf(ggr, compare) ?? '–', baht(compare)])}
        />
      )}
    </Panel>
  );
}

const whole = (count: number) => grouped(String(count));

/** Members, and what bonuses cost. */
export function People({ today: { members, bonus } }: { today: Today }) {
  const { t } = useI18n();
  return (
    <Panel title={t('today.people')}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] gap-4 pt-1">
        <Figure name={t('today.new')} value={members.new} before={members.compare.new} format={whole} />
        <Figure name={t('today.active')} value={members.active} before={members.compare.active} format={whole} />
        <Figure name={t('today.bonus')} value={bonus.cost} before={bonus.compare} format={baht} />
      </dl>
    </Panel>
  );
}
