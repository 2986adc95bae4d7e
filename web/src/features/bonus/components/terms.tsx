import type { ReactNode } from 'react';
import { useWallet } from '@/features/wallet/queries';
import type { Bonus, BonusTerms } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { Icon, type IconName } from '@/shared/ui/icon';
import { example, isFree, isMatch } from '../rules';

interface Props {
  terms: BonusTerms;
  percentSuccess: number;
  percentFail: number;
  /** How often it can be received; a promotion only once. */
  times?: Pick<Bonus, 'type' | 'maxReceived'>;
}

/** All that a member should know before the button, one line each, with an example in baht. */
export function Terms({ terms, percentSuccess, percentFail, times }: Props) {
  const { t } = useI18n();
  const { matchPercent, minimum, windowHours, cap, amount, end, turnover, expiresDays, keepPercent } = terms;
  const base = t(isMatch(terms) ? 'terms.base.match' : 'terms.base.credit');
  return (
    <section aria-label={t('nav.conditions')} className="grid gap-3">
      <ul className="grid gap-2.5 text-s">
        <Term icon="gift">
          {isMatch(terms)
            ? t('terms.match', { percent: matchPercent, cap: baht(cap) })
            : t('terms.amount', { amount: baht(amount) })}
        </Term>
        {isMatch(terms) && (
          <Term icon="down">{t('terms.deposit', { minimum: baht(minimum), hours: windowHours })}</Term>
        )}
        {isFree(terms) ? (
          <Term icon="check">{t('terms.free')}</Term>
        ) : (
          <>
            <Term icon="check">
              {end === 'target' && t('terms.target', { percent: percentSuccess, base })}
              {end === 'turnover' && t('terms.turnover', { times: turnover, base })}
              {end === 'both' && t('terms.both', { percent: percentSuccess, times: turnover, base })}
            </Term>
            <Term icon="info">{t('terms.fail', { percent: percentFail })}</Term>
            <Term icon="clock">{t('terms.expires', { days: expiresDays })}</Term>
            {keepPercent > 0 && <Term icon="wallet">{t('terms.keep', { percent: keepPercent, base })}</Term>}
            <Games codes={terms.games} />
            <Term icon="lock">{t('bonus.locked')}</Term>
          </>
        )}
        {times && <Term icon="refresh">{t(`terms.${times.type}`, { count: times.maxReceived })}</Term>}
      </ul>
      {isMatch(terms) && <Example terms={terms} percentSuccess={percentSuccess} />}
    </section>
  );
}

function Term({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-px text-lotus">
        <Icon name={icon} size="m" />
      </span>
      <span className="min-w-0 flex-1 text-pretty">{children}</span>
    </li>
  );
}

/** The games in which the money may be played, by name. If none is named, the operator's text says which. */
function Games({ codes }: { codes: string[] }) {
  const { t } = useI18n();
  const games = useGameNames(codes);
  return games && <Term icon="play">{t('bonus.games', { games })}</Term>;
}

/** The games' names as one text; their codes until the wallet has loaded. */
export function useGameNames(codes: string[]): string {
  const slots = useWallet().data?.slots;
  return codes.map((code) => slots?.find((slot) => slot.code === code)?.name ?? code).join(', ');
}

function Example({ terms, percentSuccess }: Pick<Props, 'terms' | 'percentSuccess'>) {
  const { t } = useI18n();
  const { deposit, credit, target, turnover } = example(terms, percentSuccess);
  const parts = [t('terms.exampleDeposit', { deposit: baht(deposit), credit: baht(credit) })];
  if (turnover > 0) parts.push(t('terms.exampleTurnover', { turnover: baht(turnover) }));
  if (target > 0) parts.push(t('terms.exampleTarget', { target: baht(target) }));
  return (
    <p className="flex flex-wrap items-center gap-x-2 rounded-m bg-s2 p-3 text-s tabular-nums">
      {parts.map((part, place) => (
        <span key={part} className="inline-flex items-center gap-2">
          {place > 0 && (
            <span className="text-t3">
              <Icon name="chevron-right" size="s" />
            </span>
          )}
          {part}
        </span>
      ))}
    </p>
  );
}
