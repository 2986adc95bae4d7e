import { useState } from 'react';
import { codeText, errorText } from '@/shared/api/error-text';
import type { ActiveBonus } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { Question } from '@/shared/ui/question';
import { useGiveUp } from '../queries';

/** Ends the condition early, after a question that says what goes back and what stays. */
export function GiveUp({ active }: { active: ActiveBonus }) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  const giveUp = useGiveUp();
  const { returned, kept } = active.giveUp;
  return (
    <>
      <Button
        size="s"
        variant="ghost"
        icon="cross"
        onClick={() => {
          giveUp.reset();
          setAsking(true);
        }}
      >
        {t('bonus.giveUp')}
      </Button>
      <Question
        open={asking}
        danger
        title={t('bonus.giveUpTitle')}
        action={t('bonus.giveUp')}
        keep={t('bonus.keep')}
        pending={giveUp.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          giveUp.mutate(undefined, {
            onSuccess: (answer) => {
              setAsking(false);
              if (answer.status === 'SUCCESS') notify.success(codeText(answer.message));
            },
          })
        }
      >
        <div className="grid gap-3">
          <dl className="grid gap-1 tabular-nums">
            <Line name={t('bonus.returned')} value={returned} />
            <Line name={t('bonus.kept')} value={kept} />
          </dl>
          <p>{t('bonus.giveUpText')}</p>
          {giveUp.isError && (
            <Notice tone="error" title={t('withdraw.failed')}>
              {errorText(giveUp.error)}
            </Notice>
          )}
        </div>
      </Question>
    </>
  );
}

function Line({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{name}</dt>
      <dd className="font-semibold text-t1">{baht(value)}</dd>
    </div>
  );
}
