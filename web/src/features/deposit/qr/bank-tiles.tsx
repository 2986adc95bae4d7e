import type { DepositAccount } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { bankName } from '@/shared/lib/local-name';
import { BankChip } from '@/shared/ui/bank-chip';

interface Props {
  banks: DepositAccount[];
  chosen: string;
  onChoose(code: string): void;
}

/** The banks side by side, recognised by their colours: one tap instead of a list to open. */
export function BankTiles({ banks, chosen, onChoose }: Props) {
  const { t, locale } = useI18n();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-s text-t2">{t('deposit.bank')}</legend>
      <div className="grid grid-cols-4 gap-2">
        {banks.map((bank) => (
          <label
            key={bank.bankCode}
            className="grid min-h-16 cursor-pointer content-center justify-items-center gap-1 rounded-m border border-line bg-s2 px-1 py-1.5 text-center text-xs text-t2 transition-colors duration-120 has-checked:border-gold has-checked:text-gold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold"
          >
            <input
              type="radio"
              name="qr-bank"
              value={bank.bankCode}
              checked={bank.bankCode === chosen}
              onChange={() => onChoose(bank.bankCode)}
              className="sr-only"
            />
            <BankChip code={bank.bankCode} size="s" />
            <span>{bank.bankCode}</span>
            <span className="sr-only">{bankName(bank.bank, locale)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
