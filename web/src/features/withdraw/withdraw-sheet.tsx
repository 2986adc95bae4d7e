import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecentMovements, useWallet } from '@/features/wallet/queries';
import { ApiError } from '@/shared/api/error';
import { codeText, errorText } from '@/shared/api/error-text';
import { activeBonusQuery } from '@/shared/api/offers';
import type { Slot, Wallet, WithdrawLimits } from '@/shared/api/wire';
import { useAmount } from '@/shared/hooks/use-amount';
import { translate, useI18n } from '@/shared/i18n';
import type { Fault } from '@/shared/lib/amount-rules';
import { intoView } from '@/shared/lib/into-view';
import { baht } from '@/shared/lib/money';
import { PATHS } from '@/shared/paths';
import { AmountButtons } from '@/shared/ui/amount-buttons';
import { AmountField } from '@/shared/ui/amount-field';
import { Button, ButtonLink } from '@/shared/ui/button';
import { CheckedNotice } from '@/shared/ui/checked-notice';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { Destination } from './components/destination';
import { NotEmptied } from './components/not-emptied';
import { useWithdraw, withdrawLimitsQuery } from './queries';
import { gamesLeft, lessOwed, namesGames } from './rules';

export default function WithdrawSheet() {
  const { t } = useI18n();
  const wallet = useWallet();
  const limits = useQuery(withdrawLimitsQuery);
  if (!wallet.data || !limits.data)
    return (
      <Sheet title={t('withdraw.title')}>
        <QueryState<Wallet | WithdrawLimits>
          query={wallet.data ? limits : wallet}
          skeleton={<Skeleton className="h-56" />}
        >
          {() => null}
        </QueryState>
      </Sheet>
    );
  return <Withdraw wallet={wallet.data} limits={limits.data} />;
}

/** Limits, destination and the available amount are shown before the button, not in an error after it. */
function Withdraw({ wallet, limits }: { wallet: Wallet; limits: WithdrawLimits }) {
  const { t } = useI18n();
  const { close } = useSheetState();
  const withdraw = useWithdraw();
  const recent = useRecentMovements();
  // The statement rows from before the tap, so that the new ones can be recognised.
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  // After a deposit was reversed, the debt stays in the wallet (RULES.md §3).
  const { owed } = wallet.wallet;
  const available = lessOwed(wallet.wallet.amount, owed);
  const entry = useAmount({
    min: limits.withdrawMin,
    max: limits.withdrawMax,
    have: lessOwed(wallet.total, owed),
    say: (fault, typed) => (typed ? faultText(fault, limits) : t('withdraw.amountFirst')),
  });
  const { amount } = entry;
  const fromGames = amount !== undefined && amount > available;
  // Money in games can be withdrawn too, and without this line nobody would know.
  const inGames = lessOwed(wallet.total, wallet.wallet.amount);

  function submit() {
    const taken = entry.take();
    if (!taken) return;
    setKnown(new Set(recent.data?.statements.map((row) => row._id)));
    withdraw.mutate(
      { amount: taken.amount, fromGames },
      {
        onSuccess: (answer) => {
          if (namesGames(answer)) return;
          notify.success(t('withdraw.done'));
          close();
        },
      },
    );
  }

  if (withdraw.data && namesGames(withdraw.data))
    return <Requested games={gamesLeft(wallet.slots, withdraw.data)} known={known} />;

  return (
    <Sheet
      title={t('withdraw.title')}
      lead={
        <span className="flex flex-wrap gap-x-3 tabular-nums">
          <span>{t('withdraw.available', { amount: baht(available) })}</span>
          {inGames > 0 && <span>{t('withdraw.inGames', { amount: baht(inGames) })}</span>}
        </span>
      }
      footer={
        <Button block needsNetwork icon="up" pending={withdraw.isPending} onClick={submit}>
          {amount && amount > 0 ? t('withdraw.submit', { amount: baht(amount) }) : t('withdraw.title')}
        </Button>
      }
    >
      <div className="grid gap-4">
        {owed > 0 && <Notice tone="warning">{t('withdraw.owed', { amount: baht(owed) })}</Notice>}
        <CheckedNotice since={limits.checkedSince}>{t('withdraw.checkedText')}</CheckedNotice>
        <BlockedByBonus />
        <Destination account={wallet.bankAccount} />
        <AmountField
          label={t('withdraw.amount')}
          large
          entry={entry}
          hint={t('withdraw.limits', { min: baht(limits.withdrawMin), max: baht(limits.withdrawMax) })}
        />
        <AmountButtons available={available} onPick={entry.pick} />
        {fromGames && !entry.fault && <Notice tone="info">{t('withdraw.fromGames')}</Notice>}
        {withdraw.isError && (
          <div ref={intoView}>
            <Notice tone="error" title={t('withdraw.failed')}>
              {errorText(withdraw.error)}
            </Notice>
          </div>
        )}
        {emptiedInVain(withdraw.error) && withdraw.variables?.fromGames && (
          <NotEmptied games={gamesLeft(wallet.slots)} known={known} />
        )}
        <p className="text-s text-t3">{t('withdraw.note')}</p>
      </div>
    </Sheet>
  );
}

/** A condition blocks withdrawals: shown before anything is typed, with a link to what is left of it. */
function BlockedByBonus() {
  const { t } = useI18n();
  const active = useQuery(activeBonusQuery);
  if (!active.data?.status) return null;
  return (
    <Notice
      tone="warning"
      action={
        <ButtonLink size="s" variant="secondary" icon="gift" to={PATHS.bonus} replace>
          {t('home.bonus')}
        </ButtonLink>
      }
    >
      {codeText('BONUS_REMAINING')}
    </Notice>
  );
}

/** The request went through and some games kept money: that is shown before the sheet closes. */
function Requested(left: { games: Slot[]; known: ReadonlySet<string> }) {
  const { t } = useI18n();
  const { close } = useSheetState();
  return (
    <Sheet
      title={t('withdraw.title')}
      footer={
        <Button block onClick={close}>
          {t('sheet.close')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <Notice tone="success">{t('withdraw.done')}</Notice>
        <NotEmptied {...left} />
      </div>
    </Sheet>
  );
}

/** The games were emptied, or tried to be, and the wallet still held too little. */
const emptiedInVain = (error: unknown) =>
  error instanceof ApiError && ['MONEY_NOT_ENOUGH', 'TRY_AGAIN'].includes(error.code);

function faultText(fault: Fault, limits: WithdrawLimits): string | undefined {
  switch (fault) {
    case 'minimum':
      return translate('withdraw.minimum', { amount: baht(limits.withdrawMin) });
    case 'maximum':
      return translate('withdraw.maximum', { amount: baht(limits.withdrawMax) });
    case 'notEnough':
      return translate('withdraw.notEnough');
    default:
      return undefined;
  }
}
