import type { DepositAccount } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { formatAccountNo } from '@/shared/lib/bank-account';
import { bankName } from '@/shared/lib/local-name';
import { BankChip } from '@/shared/ui/bank-chip';
import { Button } from '@/shared/ui/button';
import { CheckedNotice } from '@/shared/ui/checked-notice';
import { CopyButton } from '@/shared/ui/copy-button';
import { Icon } from '@/shared/ui/icon';

/** One of our accounts: its number to copy, its holder, and what to do after the transfer. */
export function AccountCard({ account, onSlip }: { account: DepositAccount; onSlip(): void }) {
  const { t, locale } = useI18n();
  const name = bankName(account.bank, locale);
  const auto = account.mode === 'AUTO';
  return (
    <section aria-label={name} className="rounded-l border border-line bg-s2">
      <div className="grid gap-2 p-4 pb-3">
        <div className="flex items-center gap-3">
          <BankChip code={account.bankCode} />
          <p className="min-w-0 flex-1 font-semibold">{name}</p>
          <span
            className={`shrink-0 rounded-s px-2 py-0.5 text-xs font-semibold ${auto ? 'bg-jade/15 text-jade' : 'bg-sky/15 text-sky'}`}
          >
            {t(auto ? 'deposit.auto' : 'deposit.manual')}
          </span>
        </div>
        <CheckedNotice since={account.checkedSince}>{t('deposit.checkedText')}</CheckedNotice>
        {account.bankAccountNo && (
          <div className="-mr-2 flex items-center justify-between gap-2">
            <p className="min-w-0 text-xl font-semibold break-all tabular-nums">
              {formatAccountNo(account.bankAccountNo)}
            </p>
            <CopyButton value={account.bankAccountNo} name={t('deposit.accountNo')} />
          </div>
        )}
        <p className="text-s text-t2">
          {account.bankAccountName} · {t(`deposit.currency.${account.currency}`)}
        </p>
      </div>
      {!(auto && account.checkedSince) && (
        <div className="flex gap-2 border-t border-line/60 px-4 py-3 text-s text-t2">
          <span className={`mt-0.5 ${auto ? 'text-jade' : 'text-sky'}`}>
            <Icon name={auto ? 'check' : 'image'} size="s" />
          </span>
          <div className="grid min-w-0 flex-1 gap-2">
            <p>{t(auto ? 'deposit.autoText' : 'deposit.manualText')}</p>
            {!auto && (
              <Button size="s" variant="secondary" onClick={onSlip}>
                {t('deposit.sendSlip')}
              </Button>
            )}
          </div>
        </div>
      )}
    </section>
  );
}
