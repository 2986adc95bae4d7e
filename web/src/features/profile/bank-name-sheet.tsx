import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWallet, walletQuery } from '@/features/wallet/queries';
import { api, unwrap } from '@/shared/api/client';
import { errorText } from '@/shared/api/error-text';
import { invalidate } from '@/shared/api/invalidate';
import { profileQuery } from '@/shared/api/profile';
import type { BankAccount } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { formatAccountNo, isEnglishName } from '@/shared/lib/bank-account';
import { bankName } from '@/shared/lib/local-name';
import { upperCased } from '@/shared/lib/upper-case';
import { BankChip } from '@/shared/ui/bank-chip';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { Skeleton } from '@/shared/ui/skeleton';

/** The holder's name in English letters (SPEC.md §5). Closing it returns to the place that needed it. */
export default function BankNameSheet() {
  const { t } = useI18n();
  const wallet = useWallet();
  return (
    <Sheet title={t('bankName.title')} lead={t('bankName.lead')}>
      <QueryState query={wallet} skeleton={<Skeleton className="h-56" />}>
        {({ bankAccount }) => <NameForm own={bankAccount} />}
      </QueryState>
    </Sheet>
  );
}

function NameForm({ own }: { own: BankAccount }) {
  const { t, locale } = useI18n();
  const { close } = useSheetState();
  const [name, setName] = useState('');
  const [asked, setAsked] = useState(false);
  const save = useSaveName(own.bankCode);
  const valid = isEnglishName(name);

  function submit() {
    setAsked(true);
    if (!valid) return;
    save.mutate(name.trim(), {
      onSuccess: () => {
        notify.success(t('bankName.done'));
        close();
      },
    });
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex items-center gap-3 rounded-m bg-s2 p-3 text-s">
        <BankChip code={own.bankCode} />
        <div className="min-w-0">
          <p className="font-semibold">{own.bankAccountName}</p>
          <p className="text-t2 tabular-nums">
            {bankName(own.bank, locale)} · {formatAccountNo(own.bankAccountNo)}
          </p>
        </div>
      </div>
      <Field
        label={t('bankName.label')}
        name="bankAccountName"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        placeholder="SOMYING JAIDEE"
        value={name}
        onChange={(event) => {
          setName(upperCased(event));
          if (save.isError) save.reset();
        }}
        hint={t('bankName.hint')}
        error={asked && !valid ? t('error.BANK_ACCOUNT_NAME_ENG') : undefined}
      />
      {save.isError && <Notice tone="error">{errorText(save.error)}</Notice>}
      <Button type="submit" block icon="check" pending={save.isPending}>
        {t('bankName.save')}
      </Button>
    </form>
  );
}

/** The wallet is fetched again before the sheet closes, so that the account that needed the name is shown at once. */
function useSaveName(bankCode: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (bankAccountName: string) =>
      unwrap(api.PUT('/api/account/bankAccountName', { body: { bankCode, bankAccountName } })),
    onSuccess: () => invalidate(cache, walletQuery.queryKey, profileQuery.queryKey),
  });
}
