import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { errorText } from '@/shared/api/error-text';
import type { ProtectionLimit } from '@/shared/api/wire';
import { useAmount } from '@/shared/hooks/use-amount';
import { useSheetParams } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { intoView } from '@/shared/lib/into-view';
import { baht } from '@/shared/lib/money';
import { AmountField } from '@/shared/ui/amount-field';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { Used } from './components/limits';
import { protectionQuery, useConfirmLimit, useSetLimit } from './queries';
import { canConfirm, effectOf, KINDS, type Kind, limitOf, PERIODS, type Period } from './rules';

/** `?sheet=limit&kind=deposit&period=day`: one limit. */
export function LimitSheet() {
  const { t } = useI18n();
  const params = useSheetParams('limit');
  const kind = KINDS.find((one) => one === params.kind) ?? 'deposit';
  const period = PERIODS.find((one) => one === params.period) ?? 'day';
  const protection = useQuery(protectionQuery);
  return (
    <Sheet title={t(`limit.${kind}.${period}`)} lead={t(`limit.about.${kind}`)}>
      <QueryState query={protection} skeleton={<Skeleton className="h-56" />}>
        {({ limits }) => <Limit kind={kind} period={period} limit={limitOf(limits, kind, period)} />}
      </QueryState>
    </Sheet>
  );
}

interface Props {
  kind: Kind;
  period: Period;
  limit: ProtectionLimit | undefined;
}

function Limit({ kind, period, limit }: Props) {
  const { t } = useI18n();
  const { close } = useSheetState();
  const entry = useAmount({ say: () => t('limit.required') });
  const { amount } = entry;
  const set = useSetLimit({ kind, period });

  function submit(event: FormEvent) {
    event.preventDefault();
    const taken = entry.take();
    if (!taken) return;
    const looser = effectOf(limit?.amount, taken.amount) === 'looser';
    set.mutate(taken.amount, { onSuccess: () => told(looser) });
  }

  function told(looser: boolean) {
    if (looser) notify.info(t('limit.noted'));
    else notify.success(t('limit.done'));
    close();
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      {limit && (
        <div className="grid gap-2 rounded-l bg-s2 p-4">
          <p className="text-l font-semibold tabular-nums">{t('limit.of', { amount: baht(limit.amount) })}</p>
          <Used limit={limit} />
          {canConfirm(limit, new Date()) && <Confirm kind={kind} period={period} />}
        </div>
      )}
      <AmountField
        label={t('limit.amount')}
        large
        entry={{
          ...entry,
          type(text) {
            entry.type(text);
            if (set.isError) set.reset();
          },
        }}
        hint={amount === undefined ? undefined : effectText(limit, amount)}
      />
      {set.isError && (
        <div ref={intoView}>
          <Notice tone="error">{errorText(set.error)}</Notice>
        </div>
      )}
      <Button type="submit" block icon="check" needsNetwork pending={set.isPending && set.variables !== null}>
        {t('limit.submit')}
      </Button>
      {limit && (
        <div className="grid gap-1 border-t border-line pt-4">
          <Button
            variant="secondary"
            block
            needsNetwork
            disabled={set.isPending}
            pending={set.isPending && set.variables === null}
            onClick={() => set.mutate(null, { onSuccess: () => told(true) })}
          >
            {t('limit.lift')}
          </Button>
          <p className="text-center text-s text-t2">{t('limit.liftText')}</p>
        </div>
      )}
    </form>
  );

  function effectText(now: ProtectionLimit | undefined, wanted: number): string {
    const effect = effectOf(now?.amount, wanted);
    return effect === 'looser' ? t('limit.looser', { amount: baht(now?.amount ?? 0) }) : t(`limit.${effect}`);
  }
}

/** The looser limit has waited long enough: one more tap puts it into force. */
function Confirm({ kind, period }: Omit<Props, 'limit'>) {
  const { t } = useI18n();
  const confirm = useConfirmLimit({ kind, period });
  return (
    <Button
      size="s"
      needsNetwork
      pending={confirm.isPending}
      onClick={() =>
        confirm.mutate(undefined, {
          onSuccess: () => notify.success(t('limit.confirmed')),
          onError: notify.failure,
        })
      }
    >
      {t('limit.confirm')}
    </Button>
  );
}
