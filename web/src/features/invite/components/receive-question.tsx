import { useEffect, useEffectEvent } from 'react';
import { useWallet } from '@/features/wallet/queries';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { Condition } from '@/shared/ui/condition';
import { notify } from '@/shared/ui/notify';
import { Question } from '@/shared/ui/question';
import { useReceive } from '../queries';

/**
 * The question before the invite bonus comes into the wallet: a warning, with both percents of its condition (SPEC.md
 * §2). Success and failure are shown as toasts.
 */
export function ReceiveQuestion({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useI18n();
  const receive = useReceive();
  const invite = useWallet().data?.invite;
  const { amount = 0, success = 0, fail = 0 } = invite ?? {};
  // An old link, or received elsewhere meanwhile. A receipt here closes it by its own answer.
  const gone = open && invite !== undefined && amount <= 0 && receive.isIdle;
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (gone) leave();
  }, [gone]);
  return (
    <Question
      open={open && amount > 0}
      danger
      title={t('invite.ask', { amount: baht(amount) })}
      action={t('home.receive')}
      pending={receive.isPending}
      onCancel={onClose}
      onConfirm={() =>
        receive.mutate(undefined, {
          onSuccess: (paid) => notify.success(t('invite.received', { amount: baht(paid.amount) })),
          onError: notify.failure,
          onSettled: onClose,
        })
      }
    >
      <Condition amount={amount} success={success} fail={fail} />
    </Question>
  );
}
