import { useState } from 'react';
import type { DepositAccount } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { KEYS, kept } from '@/shared/session/storage';
import { CheckedNotice } from '@/shared/ui/checked-notice';
import { EnglishNameGate } from '../components/english-name-gate';
import type { PanelProps } from '../panel-props';
import { qrPanels } from '../rules';
import { YourTransfers } from '../transfers/your-transfers';
import { BankTiles } from './bank-tiles';
import { OneBank } from './one-bank';

const LAST_BANK = `${KEYS.lastAmounts}:bank`;

/** A code from one of the banks; it opens on the bank that was used last. */
export default function QrPanel({ lookup }: PanelProps) {
  const { t } = useI18n();
  const banks = qrPanels(lookup);
  const [code, setCode] = useState(() => lastBank(banks));
  const bank = banks.find((one) => one.bankCode === code) ?? banks[0];
  if (!bank) return null;

  function show(next: string) {
    kept.set(LAST_BANK, next);
    setCode(next);
  }

  return (
    <div className="grid gap-4">
      {banks.length > 1 && <BankTiles banks={banks} chosen={bank.bankCode} onChoose={show} />}
      <CheckedNotice since={bank.checkedSince}>{t('deposit.checkedText')}</CheckedNotice>
      <EnglishNameGate account={bank}>
        <OneBank key={bank.bankCode} bank={bank} onBank={show} />
      </EnglishNameGate>
      <YourTransfers kind="qr" />
    </div>
  );
}

function lastBank(banks: DepositAccount[]): string | undefined {
  const last = kept.get(LAST_BANK);
  return banks.find((bank) => bank.bankCode === last)?.bankCode ?? banks[0]?.bankCode;
}
