import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Bank } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { bankName } from '@/shared/lib/local-name';
import { Button } from '@/shared/ui/button';
import { SelectField } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';

interface Props {
  banks: UseQueryResult<Bank[]>;
  value: string;
  error: string | undefined;
  mark: ReactNode;
  onChange(code: string): void;
}

export function BankSelect({ banks, value, error, mark, onChange }: Props) {
  const { t, locale } = useI18n();
  if (banks.isError && !banks.data) {
    return (
      <Notice
        tone="error"
        action={
          <Button variant="secondary" size="s" pending={banks.isFetching} onClick={() => void banks.refetch()}>
            {t('retry.action')}
          </Button>
        }
      >
        {t('register.bank.failed')}
      </Notice>
    );
  }
  return (
    <SelectField
      label={t('register.bank')}
      name="bankCode"
      value={value}
      disabled={banks.isPending}
      error={error}
      mark={mark}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="" disabled>
        {banks.isPending ? t('loading') : t('register.bank.choose')}
      </option>
      {banks.data?.map((bank) => (
        <option key={bank.code} value={bank.code}>
          {bankName(bank, locale)}
        </option>
      ))}
    </SelectField>
  );
}
