import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWallet } from '@/features/wallet/queries';
import { errorText } from '@/shared/api/error-text';
import type { DepositAccount } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { bankName } from '@/shared/lib/local-name';
import { baht } from '@/shared/lib/money';
import { KEYS, kept } from '@/shared/session/storage';
import { EmptyState } from '@/shared/ui/empty-state';
import { SelectField } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';
import { Sheet } from '@/shared/ui/sheet';
import { Skeleton } from '@/shared/ui/skeleton';
import { QrPanel } from './components/qr-panel';
import { depositQuery } from './queries';

/** Money in. It opens on the bank that was used last. */
export default function DepositSheet() {
  const { t } = useI18n();
  const wallet = useWallet();
  const accounts = useQuery(depositQuery);
  const banks = accounts.data?.banks.filter((bank) => bank.qr) ?? [];
  return (
    <Sheet
      title={t('deposit.title')}
      lead={wallet.data ? t('deposit.lead', { amount: baht(wallet.data.wallet.amount) }) : t('deposit.leadPlain')}
    >
      {accounts.isPending && <Placeholder />}
      {accounts.isError && <Notice tone="error">{errorText(accounts.error)}</Notice>}
      {accounts.isSuccess &&
        (banks.length > 0 ? (
          <QrDeposit banks={banks} />
        ) : (
          <EmptyState icon="bank" title={t('deposit.none')}>
            {t('deposit.noneText')}
          </EmptyState>
        ))}
    </Sheet>
  );
}

function QrDeposit({ banks }: { banks: DepositAccount[] }) {
  const { t, locale } = useI18n();
  const [code, setCode] = useState(() => lastBank(banks));
  const bank = banks.find((one) => one.bankCode === code) ?? banks[0];
  if (!bank) return null;
  return (
    <div className="grid gap-4">
      {banks.length > 1 && (
        <SelectField
          label={t('deposit.bank')}
          value={bank.bankCode}
          onChange={(event) => {
            kept.set(`${KEYS.lastAmounts}:bank`, event.target.value);
            setCode(event.target.value);
          }}
        >
          {banks.map((one) => (
            <option key={one.bankCode} value={one.bankCode}>
              {bankName(one.bank, locale)}
            </option>
          ))}
        </SelectField>
      )}
      <QrPanel key={bank.bankCode} bank={bank} />
    </div>
  );
}

function lastBank(banks: DepositAccount[]): string | undefined {
  const last = kept.get(`${KEYS.lastAmounts}:bank`);
  return banks.find((bank) => bank.bankCode === last)?.bankCode ?? banks[0]?.bankCode;
}

function Placeholder() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-13" />
      <Skeleton className="h-24" />
    </div>
  );
}
