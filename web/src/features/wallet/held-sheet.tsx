import { useI18n } from '@/shared/i18n';
import { maskAccountNo } from '@/shared/lib/bank-account';
import { bankName } from '@/shared/lib/local-name';
import { PATHS } from '@/shared/paths';
import { HeroAmount } from '@/shared/ui/amount';
import { ButtonLink } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { Skeleton } from '@/shared/ui/skeleton';
import { useWallet } from './queries';

/** Money that is the member's and can't be used yet: why, and what ends it (RULES.md §4). */
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
        {({ wallet: { held }, bankAccount: own }) => (
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
                {t('held.whyText', {
                  account: `${bankName(own.bank, locale)} ${maskAccountNo(own.bankAccountNo)}`,
                })}
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

function Part({ title, children }: { title: string; children: string }) {
  return (
    <div className="rounded-m bg-s2 p-3">
      <dt className="font-semibold">{title}</dt>
      <dd className="text-t2">{children}</dd>
    </div>
  );
}
