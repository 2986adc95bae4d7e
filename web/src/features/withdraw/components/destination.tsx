import type { BankAccount } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { maskAccountNo } from '@/shared/lib/bank-account';
import { bankName } from '@/shared/lib/local-name';
import { Icon } from '@/shared/ui/icon';

/** Money goes to the registered account and nowhere else. */
export function Destination({ account }: { account: BankAccount }) {
  const { t, locale } = useI18n();
  return (
    <div className="flex items-center gap-3 rounded-m bg-s2 p-3">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-s3 text-gold">
        <Icon name="bank" size="m" />
      </span>
      <div className="min-w-0 text-s">
        <p className="text-t2">{t('withdraw.to')}</p>
        <p className="truncate font-semibold">{account.bankAccountName}</p>
        <p className="truncate text-t2 tabular-nums">
          {bankName(account.bank, locale)} · {maskAccountNo(account.bankAccountNo)}
        </p>
      </div>
    </div>
  );
}
