import { useCallback, useState } from 'react';
import { useTransfers } from '@/features/wallet/queries';
import { ApiError } from '@/shared/api/error';
import { errorText } from '@/shared/api/error-text';
import type { DepositTransfer, StatementRow } from '@/shared/api/wire';
import { useAmount } from '@/shared/hooks/use-amount';
import { useI18n } from '@/shared/i18n';
import { isSecondHalf } from '@/shared/lib/double-tap';
import { vibrate } from '@/shared/lib/haptics';
import { baht, SATANG } from '@/shared/lib/money';
import { AmountField } from '@/shared/ui/amount-field';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { useDeclare } from '../queries';
import { YourTransfers } from '../transfers/your-transfers';
import { useArrival } from '../use-arrival';

const NONE: DepositTransfer[] = [];

/**
 * "I have transferred": the server looks for the transfer in the bank's statement. A declaration never credits by
 * itself.
 */
export function Declare() {
  const { t } = useI18n();
  const mine = useTransfers().data?.transfers ?? NONE;
  const isOurs = useCallback(
    (row: StatementRow) => mine.some(({ kind, amount }) => kind === 'declared' && amount === row.amount),
    [mine],
  );
  const { arrived } = useArrival(isOurs, true);
  return (
    <>
      <section aria-labelledby="declare" className="grid gap-3 border-t border-line pt-4">
        <div>
          <h3 id="declare" className="font-semibold">
            {t('declare.title')}
          </h3>
          <p className="text-s text-t2">{t('declare.lead')}</p>
        </div>
        <Form />
        {arrived && <Notice tone="success" title={t('deposit.arrived', { amount: baht(arrived.amount) })} />}
      </section>
      <YourTransfers kind="declared" />
    </>
  );
}

/** The declared transfer: either the bank was faster and the money is credited already, or it waits for the bank. */
interface Declared {
  amount: number;
  credited: boolean;
  /** When the answer came. */
  at: number;
}

function Form() {
  const { t } = useI18n();
  const entry = useAmount({ min: SATANG, say: () => t('declare.amountFirst') });
  const [declared, setDeclared] = useState<Declared>();
  const declare = useDeclare();

  function submit() {
    // The second half of a double tap, after the first was answered and the field emptied.
    if (declared && entry.text === '' && isSecondHalf(declared.at)) return;
    const taken = entry.take();
    if (!taken) return;
    setDeclared(undefined);
    declare.mutate(taken.amount, {
      onSuccess: ({ status }) => {
        vibrate('success');
        setDeclared({ amount: taken.amount, credited: status === 'SUCCESS', at: Date.now() });
        // The list may have shown it before this answer, so the field may hold the next amount already.
        taken.used();
      },
    });
  }

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AmountField label={t('declare.amount')} large entry={entry} />
      {declared && <Confirmation declared={declared} />}
      {declare.isError && <Refused error={declare.error} />}
      <Button type="submit" block needsNetwork icon="check" pending={declare.isPending}>
        {entry.amount ? t('declare.submit', { amount: baht(entry.amount) }) : t('declare.title')}
      </Button>
    </form>
  );
}

function Confirmation({ declared: { amount, credited } }: { declared: Declared }) {
  const { t } = useI18n();
  if (credited) return <Notice tone="success" title={t('deposit.arrived', { amount: baht(amount) })} />;
  return (
    <div role="status">
      <Notice tone="info" title={t('declare.told', { amount: baht(amount) })}>
        {t('declare.waitingText')}
      </Notice>
    </div>
  );
}

function Refused({ error }: { error: unknown }) {
  const { t } = useI18n();
  if (!(error instanceof ApiError && error.code === 'DEPOSIT_PENDING'))
    return <Notice tone="error">{errorText(error)}</Notice>;
  return (
    <Notice tone="warning" title={errorText(error)}>
      {t('declare.full')}
    </Notice>
  );
}
