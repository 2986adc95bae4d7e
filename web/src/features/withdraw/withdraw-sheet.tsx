import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWallet } from '@/features/wallet/queries';
import { errorText } from '@/shared/api/error-text';
import type { BankAccount, Wallet, WithdrawLimits } from '@/shared/api/wire';
import { translate, useI18n } from '@/shared/i18n';
import { maskAccountNo } from '@/shared/lib/bank-account';
import { bankName } from '@/shared/lib/local-name';
import { baht, parseAmount } from '@/shared/lib/money';
import { AmountButtons } from '@/shared/ui/amount-buttons';
import { AmountField } from '@/shared/ui/amount-field';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { useWithdraw, withdrawLimitsQuery } from './queries';
import { lessOwed, type Refusal, refusal } from './rules';

export default function WithdrawSheet() {
  const { t } = useI18n();
  const wallet = useWallet();
  const limits = useQuery(withdrawLimitsQuery);
  const failed = wallet.error ?? limits.error;
  if (!wallet.data || !limits.data)
    return (
      <Sheet title={t('withdraw.title')}>
        {failed ? <Notice tone="error">{errorText(failed)}</Notice> : <Skeleton className="h-56" />}
      </Sheet>
    );
  return <Withdraw wallet={wallet.data} limits={limits.data} />;
}

/** Limits, destination and what can be had stand before the button, not in an error after it. */
function Withdraw({ wallet, limits }: { wallet: Wallet; limits: WithdrawLimits }) {
  const { t } = useI18n();
  const { close } = useSheetState();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const withdraw = useWithdraw();
  const amount = parseAmount(typed);
  // After a deposit was taken back, what is owed stays in the wallet (RULES.md §3).
  const { owed } = wallet.wallet;
  const available = lessOwed(wallet.wallet.amount, owed);
  const problem = refusal(amount, limits, lessOwed(wallet.total, owed));
  const fromGames = amount !== undefined && amount > available;

  function submit() {
    setAsked(true);
    if (problem || amount === undefined) return;
    withdraw.mutate(
      { amount, fromGames },
      {
        onSuccess: () => {
          notify.success(t('withdraw.done'));
          close();
        },
      },
    );
  }

  return (
    <Sheet
      title={t('withdraw.title')}
      lead={t('withdraw.available', { amount: baht(available) })}
      footer={
        <Button block icon="up" pending={withdraw.isPending} onClick={submit}>
          {amount && amount > 0 ? t('withdraw.submit', { amount: baht(amount) }) : t('withdraw.title')}
        </Button>
      }
    >
      <div className="grid gap-4">
        {owed > 0 && <Notice tone="warning">{t('withdraw.owed', { amount: baht(owed) })}</Notice>}
        <Destination account={wallet.bankAccount} />
        <AmountField
          label={t('withdraw.amount')}
          large
          value={typed}
          onType={setTyped}
          hint={t('withdraw.limits', { min: baht(limits.withdrawMin), max: baht(limits.withdrawMax) })}
          error={asked && problem ? refusalText(problem, limits) : undefined}
        />
        <AmountButtons available={available} onPick={(part) => setTyped(String(part))} />
        {fromGames && !problem && <Notice tone="info">{t('withdraw.fromGames')}</Notice>}
        {withdraw.isError && (
          <Notice tone="error" title={t('withdraw.failed')}>
            {errorText(withdraw.error)}
          </Notice>
        )}
        <p className="text-s text-t3">{t('withdraw.note')}</p>
      </div>
    </Sheet>
  );
}

function refusalText(problem: Refusal, limits: WithdrawLimits): string {
  switch (problem) {
    case 'amount':
      return translate('withdraw.amountFirst');
    case 'minimum':
      return translate('withdraw.minimum', { amount: baht(limits.withdrawMin) });
    case 'maximum':
      return translate('withdraw.maximum', { amount: baht(limits.withdrawMax) });
    case 'notEnough':
      return translate('withdraw.notEnough');
  }
}

/** Money goes to the registered account and nowhere else. */
function Destination({ account }: { account: BankAccount }) {
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
