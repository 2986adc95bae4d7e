import { useState } from 'react';
import { useWallet } from '@/features/wallet/queries';
import { codeText, errorText } from '@/shared/api/error-text';
import type { Wallet } from '@/shared/api/wire';
import { useAmount } from '@/shared/hooks/use-amount';
import { useSheetParams } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { intoView } from '@/shared/lib/into-view';
import { baht } from '@/shared/lib/money';
import { MINIMUM, WALLET } from '@/shared/lib/places';
import { AmountButtons } from '@/shared/ui/amount-buttons';
import { AmountField } from '@/shared/ui/amount-field';
import { Button, IconButton } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { SelectField } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { BringBack } from './components/bring-back';
import { useTransfer } from './queries';
import { type Place, places, refusal, stepOf } from './rules';

export default function TransferSheet() {
  const { t } = useI18n();
  const wallet = useWallet();
  if (!wallet.data)
    return (
      <Sheet title={t('transfer.title')}>
        <QueryState query={wallet} skeleton={<Skeleton className="h-56" />}>
          {() => null}
        </QueryState>
      </Sheet>
    );
  if (!wallet.data.slots.some((slot) => slot.isActive)) return <NoGames />;
  return <Transfer wallet={wallet.data} />;
}

/** Without a game account there is no target for a transfer, so a link leads to the games. */
function NoGames() {
  const { t } = useI18n();
  const { close } = useSheetState();
  return (
    <Sheet title={t('transfer.title')} lead={t('transfer.lead')}>
      <EmptyState
        icon="swap"
        title={t('transfer.noGames')}
        action={<Button onClick={close}>{t('transfer.toGames')}</Button>}
      >
        {t('transfer.noGamesText')}
      </EmptyState>
    </Sheet>
  );
}

/** From, to, how much. The button names the action and the sum. */
function Transfer({ wallet }: { wallet: Wallet }) {
  const { t } = useI18n();
  const params = useSheetParams('transfer');
  const { close } = useSheetState();
  const all = places(wallet, t('wallet.name'));
  const [from, setFrom] = useState(params.from ?? WALLET);
  const [to, setTo] = useState(params.to ?? '');
  const transfer = useTransfer();
  const source = all.find((place) => place.code === from);
  const targets = all.filter((place) => !place.closing || place.code === to);
  const target = all.find((place) => place.code === to);
  const step = stepOf(source, target);
  const [asked, setAsked] = useState(false);
  const misplaced = refusal(source, target);
  const entry = useAmount({
    min: MINIMUM,
    step,
    // The places are checked first.
    say(fault) {
      if (fault === 'step') return codeText('INVALID_AMOUNT', { step });
      return misplaced ? undefined : t('transfer.minimum');
    },
  });
  const at = source ? 'to' : 'from';
  const errorAt = (field: typeof at) => (asked && misplaced && at === field ? t(misplaced) : undefined);
  const { amount } = entry;

  function submit() {
    setAsked(true);
    const taken = entry.take();
    if (misplaced || !taken) return;
    transfer.mutate(
      { from, to, amount: taken.amount },
      {
        onSuccess: ({ status }) => {
          if (status === 'SUCCESS') notify.success(t('transfer.done'));
          else notify.info(t('transfer.pending'));
          close();
        },
      },
    );
  }

  return (
    <Sheet
      title={t('transfer.title')}
      lead={t('transfer.lead')}
      footer={
        <Button block needsNetwork icon="swap" pending={transfer.isPending} onClick={submit}>
          {amount && amount > 0 ? t('transfer.submit', { amount: baht(amount) }) : t('transfer.title')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-2">
          <PlaceField label={t('transfer.from')} places={all} value={from} onChange={setFrom} error={errorAt('from')} />
          <div className="-my-1 justify-self-center">
            <IconButton
              icon="swap"
              tone="filled"
              label={t('transfer.swap')}
              onClick={() => {
                setFrom(to);
                setTo(from);
              }}
            />
          </div>
          <PlaceField label={t('transfer.to')} places={targets} value={to} onChange={setTo} error={errorAt('to')} />
        </div>
        <AmountField
          label={t('transfer.amount')}
          large
          entry={entry}
          hint={source && t('transfer.available', { amount: baht(source.amount) })}
        />
        <AmountButtons available={source?.amount ?? 0} step={step} onPick={entry.pick} />
        {transfer.isError && (
          <div ref={intoView}>
            <Notice tone="error" title={t('transfer.failed')}>
              {errorText(transfer.error)}
            </Notice>
          </div>
        )}
        <BringBack games={all.slice(1)} />
      </div>
    </Sheet>
  );
}

interface PlaceProps {
  label: string;
  places: Place[];
  value: string;
  onChange(code: string): void;
  error: string | undefined;
}

function PlaceField({ places: all, onChange, ...field }: PlaceProps) {
  const { t } = useI18n();
  return (
    <SelectField {...field} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t('transfer.pick')}</option>
      {all.map((place) => (
        <option key={place.code} value={place.code}>
          {place.name} · {baht(place.amount)}
        </option>
      ))}
    </SelectField>
  );
}
