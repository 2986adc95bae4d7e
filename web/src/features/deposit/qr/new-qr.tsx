import { codeText, errorText } from '@/shared/api/error-text';
import type { DepositAccount } from '@/shared/api/wire';
import { config } from '@/shared/config';
import { useAmount } from '@/shared/hooks/use-amount';
import { useI18n } from '@/shared/i18n';
import { baht, wholeBaht } from '@/shared/lib/money';
import { KEYS, kept } from '@/shared/session/storage';
import { AmountField } from '@/shared/ui/amount-field';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { useCreateQr, useOpenElsewhere } from '../queries';
import { maximumOf, minimumOf, presets } from '../rules';

interface Props {
  bank: DepositAccount;
  onCreated(): void;
  /** Shows another bank's panel. */
  onBank(code: string): void;
}

/** Our own reasons are codes; a gateway's text is shown as it is. */
const whyNone = (message: string) => (/^QR_[A-Z]+$/.test(message) ? codeText(message) : message);

/** The amount first, with one-tap presets; the field starts with the last amount. */
export function NewQr({ bank, onCreated, onBank }: Props) {
  const { t } = useI18n();
  const remembered = `${KEYS.lastAmounts}:${bank.bankCode}`;
  const create = useCreateQr(bank.bankCode);
  const elsewhere = useOpenElsewhere(bank.bankCode);
  const minimum = minimumOf(bank.bankCode, config().qrMinimum);
  const maximum = maximumOf(bank.bankCode, config().qrMaximum);
  const entry = useAmount({
    start: kept.get(remembered) ?? '100',
    min: minimum,
    max: maximum,
    // The button is disabled meanwhile.
    early: ['minimum', 'maximum'],
    say(fault) {
      if (fault === 'minimum') return t('deposit.minimum', { amount: baht(minimum) });
      return fault === 'maximum' ? t('deposit.maximum', { amount: baht(maximum) }) : undefined;
    },
  });

  function submit() {
    const taken = entry.take();
    if (!taken) return;
    kept.set(remembered, String(taken.amount));
    create.mutate(taken.amount, {
      // SPEC.md §8: the gateway's own reason is shown as it is; ours is a code.
      onSuccess: (qr) => (qr.hasQrcode ? onCreated() : notify.error(whyNone(qr.message))),
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
      <AmountField label={t('deposit.amount')} large entry={entry} />
      <div className="grid grid-cols-3 gap-2">
        {presets(bank.bankCode, minimum, maximum).map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={entry.amount === preset}
            onClick={() => entry.pick(preset)}
            className="min-h-11 rounded-m border border-line bg-s2 text-s text-t1 tabular-nums aria-pressed:border-gold aria-pressed:text-gold"
          >
            {wholeBaht(preset)}
          </button>
        ))}
      </div>
      {elsewhere && (
        <Notice
          action={
            <Button size="s" variant="secondary" onClick={() => onBank(elsewhere)}>
              {t('deposit.elsewhereShow')}
            </Button>
          }
        >
          {t('deposit.elsewhere', { bank: elsewhere })}
        </Notice>
      )}
      {create.isError && <Notice tone="error">{errorText(create.error)}</Notice>}
      <Button
        type="submit"
        block
        needsNetwork
        icon="qr"
        disabled={entry.fault !== undefined}
        pending={create.isPending}
      >
        {create.isPending ? t('deposit.creating') : t('deposit.create')}
      </Button>
      <p className="text-center text-s text-t3">{t('deposit.single')}</p>
    </form>
  );
}
