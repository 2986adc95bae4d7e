import type { ReactNode } from 'react';
import type { HeldMoney } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { maskAccountNo } from '@/shared/lib/bank-account';
import { bankName } from '@/shared/lib/local-name';
import { baht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { PATHS } from '@/shared/paths';
import { HeroAmount } from '@/shared/ui/amount';
import { ButtonLink } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { Skeleton } from '@/shared/ui/skeleton';
import { useWallet } from './queries';

/** Money that is the member's but can't be used yet: why, and what ends it (RULES.md §4). */
export default function HeldSheet() {
  const { t, locale } = useI18n();
  const wallet = useWallet();
  return (
    <Sheet
      title={t('held.title')}
      footer={
        <ButtonLink block icon="chat" to={PATHS.memberContact}>
          {t('held.contact')}
        </ButtonLink>
      }
    >
      <QueryState query={wallet} skeleton={<Skeleton className="h-64" />}>
        {({ wallet: { held, holds }, bankAccount: own }) => (
          <div className="grid gap-4">
            <p className="grid justify-items-center gap-2 text-center">
              <span className="grid size-14 place-items-center rounded-full bg-gold/15 text-gold">
                <Icon name="lock" />
              </span>
              <HeroAmount value={held} />
            </p>
            <p>{t('held.safe')}</p>
            <dl className="grid gap-3 text-s">
              <Part title={t('held.why')}>
                <Reasons holds={holds} account={`${bankName(own.bank, locale)} ${maskAccountNo(own.bankAccountNo)}`} />
              </Part>
              <Part title={t('held.next')}>{t('held.nextText')}</Part>
              <Part title={t('held.else')}>{t('held.elseText')}</Part>
            </dl>
          </div>
        )}
      </QueryState>
    </Sheet>
  );
}

const REASONS: Partial<Record<string, 'held.otherPayer' | 'held.noPayer'>> = {
  NOT_MATCH: 'held.otherPayer',
  LIMIT_REACHED: 'held.noPayer',
};

/** Why each amount is held; if the server does not say, the possible reasons. */
function Reasons({ holds = [], account }: { holds: HeldMoney[] | undefined; account: string }) {
  const { t } = useI18n();
  if (holds.length === 0) return t('held.whyText', { account });
  return (
    <ul className="grid gap-2">
      {holds.map(({ reference, amount, reason, createdAt }) => (
        <li key={reference}>
          <p className="flex flex-wrap justify-between gap-x-3 text-t1 tabular-nums">
            <span className="font-semibold">{baht(amount)}</span>
            <span className="text-t3">{formatDateTime(createdAt)}</span>
          </p>
          <p>{t(REASONS[reason] ?? 'held.whyText', { account })}</p>
        </li>
      ))}
    </ul>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-m bg-s2 p-3">
      <dt className="font-semibold">{title}</dt>
      <dd className="text-t2">{children}</dd>
    </div>
  );
}
