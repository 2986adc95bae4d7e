import { useState } from 'react';
import type { Slot } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { notify } from '@/shared/ui/notify';
import { Question } from '@/shared/ui/question';
import { useResetPassword } from '../queries';

/** A new password at the game, after a question: the old one stops working at once. */
export function ResetPassword({ game }: { game: Slot }) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  const reset = useResetPassword(game.code);
  return (
    <div className="justify-self-start">
      <Button variant="ghost" size="s" icon="key" onClick={() => setAsking(true)}>
        {t('game.reset')}
      </Button>
      <Question
        open={asking}
        danger
        title={t('game.resetTitle')}
        action={t('game.reset')}
        pending={reset.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          reset.mutate(undefined, {
            onSuccess: () => notify.success(t('game.resetDone')),
            onError: notify.failure,
            onSettled: () => setAsking(false),
          })
        }
      >
        {t('game.resetText')}
      </Question>
    </div>
  );
}
