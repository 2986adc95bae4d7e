import { useCallback, useState } from 'react';
import { useRecentMovements } from '@/features/wallet/queries';
import { ApiError } from '@/shared/api/error';
import { errorText } from '@/shared/api/error-text';
import type { StatementRow } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { vibrate } from '@/shared/lib/haptics';
import { baht, parseAmount } from '@/shared/lib/money';
import { formatTime } from '@/shared/lib/time';
import { AmountField } from '@/shared/ui/amount-field';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Notice } from '@/shared/ui/notice';
import { useDeclare } from '../queries';
import { useArrival } from '../use-arrival';
import { type Declared, openOnes, stillWaiting, useDeclared } from './declared';

const DOUBLE_TAP_MS = 2000;

/** "I have transferred": the server looks for it in the bank's statement. It never credits by itself. */
export function Declare() {
  const { t } = useI18n();
  const { declared, add } = useDeclared();
  const recent = useRecentMovements();
  const waiting = stillWaiting(declared, recent.data?.statements ?? [], Date.now());
  const isOurs = useCallback((row: StatementRow) => declared.some(({ amount }) => amount === row.amount), [declared]);
  const arrival = useArrival(isOurs, declared.length > 0);
  return (
    <section aria-labelledby="declare" className="grid gap-3 border-t border-line pt-4">
      <div>
        <h3 id="declare" className="font-semibold">
          {t('declare.title')}
        </h3>
        <p className="text-s text-t2">{t('declare.lead')}</p>
      </div>
      {arrival.arrived && (
        <Notice tone="success" title={t('deposit.arrived', { amount: baht(arrival.arrived.amount) })} />
      )}
      {waiting.length > 0 && <Waiting declared={waiting} />}
      <Form onDeclared={add} />
    </section>
  );
}

function Waiting({ declared }: { declared: Declared[] }) {
  const { t } = useI18n();
  return (
    <div role="status">
      <Notice tone="info" title={t('declare.waiting')}>
        <DeclaredList declared={declared} />
        <p>{t('declare.waitingText')}</p>
      </Notice>
    </div>
  );
}

function DeclaredList({ declared }: { declared: Declared[] }) {
  const { t } = useI18n();
  return (
    <ul>
      {declared.map(({ amount, at }) => (
        <li key={`${at} ${amount}`} className="flex items-center gap-2 tabular-nums">
          <Icon name="clock" size="s" />
          {t('declare.since', { amount: baht(amount), time: formatTime(new Date(at)) })}
        </li>
      ))}
    </ul>
  );
}

function Form({ onDeclared }: { onDeclared(amount: number): void }) {
  const { t } = useI18n();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  /** The bank was quicker than the member: the money is there already. */
  const [found, setFound] = useState<number>();
  const declare = useDeclare();
  const amount = parseAmount(typed);
  const valid = amount !== undefined && amount > 0;

  function submit() {
    // The second half of a double tap, after the first was answered and the field emptied.
    if (typed === '' && declare.isSuccess && Date.now() - declare.submittedAt < DOUBLE_TAP_MS) return;
    setAsked(true);
    setFound(undefined);
    if (!valid) return;
    declare.mutate(amount, {
      onSuccess: ({ status }) => {
        vibrate('success');
        if (status === 'IN_PROGRESS') onDeclared(amount);
        else setFound(amount);
        setTyped('');
        setAsked(false);
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
      <AmountField
        label={t('declare.amount')}
        large
        value={typed}
        onType={setTyped}
        error={asked && !valid ? t('declare.amountFirst') : undefined}
      />
      {found !== undefined && <Notice tone="success" title={t('deposit.arrived', { amount: baht(found) })} />}
      {declare.isError && <Refused error={declare.error} />}
      <Button type="submit" block icon="check" pending={declare.isPending}>
        {valid ? t('declare.submit', { amount: baht(amount) }) : t('declare.title')}
      </Button>
    </form>
  );
}

function Refused({ error }: { error: unknown }) {
  const { t } = useI18n();
  if (!(error instanceof ApiError && error.code === 'DEPOSIT_PENDING'))
    return <Notice tone="error">{errorText(error)}</Notice>;
  return (
    <Notice tone="warning" title={errorText(error)}>
      <DeclaredList declared={openOnes(error)} />
      <p>{t('declare.full')}</p>
    </Notice>
  );
}
