import { useState } from 'react';
import { useWallet } from '@/features/wallet/queries';
import type { BankAccount } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { maskAccountNo } from '@/shared/lib/bank-account';
import { bankName } from '@/shared/lib/local-name';
import { Icon } from '@/shared/ui/icon';
import { Skeleton } from '@/shared/ui/skeleton';
import { EnglishNameGate } from '../components/english-name-gate';
import type { PanelProps } from '../panel-props';
import { transferAccounts } from '../rules';
import { AccountCard } from './account-card';
import { Declare } from './declare';

/** Our accounts for bank transfers, and what happens after the transfer. */
export default function BankPanel({ lookup, choose }: PanelProps) {
  const own = useWallet().data?.bankAccount;
  // The first order stays: no number moves under a thumb that is about to copy it.
  const [ownBank] = useState(own?.bankCode);
  return (
    <div className="grid gap-4">
      {own ? <From own={own} /> : <Skeleton className="h-12" />}
      <ul className="grid gap-3">
        {transferAccounts(lookup, ownBank).map((account) => (
          <li key={account.bankCode + account.bankAccountNo + account.bankAccountName}>
            <EnglishNameGate account={account}>
              <AccountCard account={account} onSlip={() => choose('slip')} />
            </EnglishNameGate>
          </li>
        ))}
      </ul>
      {lookup.isManual && <Declare />}
    </div>
  );
}

/** Names the account that must send the money: money from another holder's account is held (RULES.md §4). */
function From({ own }: { own: BankAccount }) {
  const { t, locale } = useI18n();
  return (
    <p className="flex gap-2 text-s text-t2">
      <span className="mt-0.5 text-sky">
        <Icon name="info" size="s" />
      </span>
      <span className="min-w-0">
        {t('deposit.from')}{' '}
        <span className="font-semibold text-t1 tabular-nums">
          {bankName(own.bank, locale)} {maskAccountNo(own.bankAccountNo)}
        </span>
      </span>
    </p>
  );
}
