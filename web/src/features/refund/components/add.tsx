import { useState } from 'react';
import type { RefundCheck } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { HeroAmount } from '@/shared/ui/amount';
import { Button } from '@/shared/ui/button';
import { Condition } from '@/shared/ui/condition';
import { notify } from '@/shared/ui/notify';
import { Question } from '@/shared/ui/question';
import { useRefund } from '../queries';
import { addRefusal } from '../rules';

/** The purse, and its transfer into the wallet after a question about the consequences (SPEC.md §4). */
export function Add({ check, online }: { check: RefundCheck; online: boolean }) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  const add = useRefund('add');
  const { refundAmount, refundSuccess, refundFail } = check;
  const amount = baht(refundAmount);
  return (
    <section aria-label={t('refund.purse')} className="grid gap-3 rounded-l border border-lotus/40 bg-lotus/10 p-4">
      <div>
        <p className="text-s text-t2">{t('refund.purse')}</p>
        <p aria-live="polite">
          <HeroAmount value={refundAmount} />
        </p>
      </div>
      <Button
        block
        needsPlay
        variant="secondary"
        icon="wallet"
        disabled={addRefusal(check) !== undefined || !online}
        onClick={() => setAsking(true)}
      >
        {t('refund.add', { amount })}
      </Button>
      <Question
        open={asking}
        title={t('refund.ask', { amount })}
        action={t('home.receive')}
        pending={add.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          add.mutate(undefined, {
            onSuccess: (paid) => notify.success(t('refund.added', { amount: baht(paid.amount) })),
            onError: notify.failure,
            onSettled: () => setAsking(false),
          })
        }
      >
        <Condition amount={refundAmount} success={refundSuccess} fail={refundFail} />
      </Question>
    </section>
  );
}
