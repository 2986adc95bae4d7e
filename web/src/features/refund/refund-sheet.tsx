import { useQuery } from '@tanstack/react-query';
import { codeText, errorText } from '@/shared/api/error-text';
import type { RefundCheck } from '@/shared/api/wire';
import { useOnline } from '@/shared/hooks/use-online';
import { translate, useI18n } from '@/shared/i18n';
import { intoView } from '@/shared/lib/into-view';
import { baht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { PATHS } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { Skeleton } from '@/shared/ui/skeleton';
import { Add } from './components/add';
import { Log } from './components/log';
import { Sum } from './components/sum';
import { refundQuery, useRefund } from './queries';
import { refusal } from './rules';

/** `?sheet=refund`: the loss, its refund, and the refund's way into the wallet. */
export default function RefundSheet() {
  const { t } = useI18n();
  const check = useQuery(refundQuery);
  return (
    <Sheet title={t('refund.title')}>
      <div className="grid grid-cols-1 gap-5">
        <QueryState query={check} skeleton={<Skeleton className="h-104" />}>
          {(data) => <Refund check={data} />}
        </QueryState>
        <Log />
      </div>
    </Sheet>
  );
}

function Refund({ check }: { check: RefundCheck }) {
  const { t } = useI18n();
  const online = useOnline();
  const receive = useRefund('receive');
  const why = refusal(check, new Date());
  const reason = why ? refusalText(why, check) : online ? undefined : t('bonus.offline');
  return (
    <div className="grid grid-cols-1 gap-4">
      {why === 'bonus' && (
        <Notice
          tone="warning"
          action={
            <ButtonLink size="s" variant="secondary" icon="gift" to={PATHS.bonus} replace>
              {t('bonus.see')}
            </ButtonLink>
          }
        >
          {reason}
        </Notice>
      )}
      <Sum info={check.info} />
      <div className="grid gap-2">
        <Button
          block
          icon="refund"
          disabled={reason !== undefined}
          pending={receive.isPending}
          onClick={() =>
            receive.mutate(undefined, {
              onSuccess: (paid) => notify.success(t('refund.received', { amount: baht(paid.amount) })),
            })
          }
        >
          {t('refund.receive')}
        </Button>
        {reason && why !== 'bonus' && <p className="text-center text-s text-t2">{reason}</p>}
      </div>
      {receive.isError && (
        <div ref={intoView}>
          <Notice tone="error">{errorText(receive.error)}</Notice>
        </div>
      )}
      <Add check={check} online={online} />
    </div>
  );
}

function refusalText(why: NonNullable<ReturnType<typeof refusal>>, { info }: RefundCheck): string {
  switch (why) {
    case 'bonus':
      return codeText('REFUND_CONDITION');
    case 'next':
      return translate('offer.next', { time: formatDateTime(info.next ?? info.to) });
    case 'nothing':
      return translate('refund.nothing');
  }
}
