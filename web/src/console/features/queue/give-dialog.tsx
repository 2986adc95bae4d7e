import { useState } from 'react';
import type { Item } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { ColleagueField } from '@/console/decision/colleague-field';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Dialog } from '@/console/kit/dialog';
import { Field } from '@/console/kit/field';
import { Notice } from '@/shared/ui/notice';
import { rolesOf, useGive } from './queries';

interface Props {
  item: Pick<Item, 'kind' | 'id'>;
  /** Another operator has it, and a chief takes it from that one. */
  take: boolean;
  onGiven(to: string): void;
  onClose(): void;
}

/** Asks which colleague gets an item, and why. */
export function GiveDialog({ item, take, onGiven, onClose }: Props) {
  const { t } = useI18n();
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const give = useGive(item, onGiven);
  const whole = to !== '' && reason.trim() !== '';
  return (
    <Dialog open title={t('queue.give')} onClose={() => give.isPending || onClose()}>
      <form
        className="grid gap-3 px-4 pt-1 pb-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (whole && !give.isPending) give.mutate({ to, reason: reason.trim(), ...(take && { take }) });
        }}
      >
        <p className="text-t2">{t('queue.giveText')}</p>
        <ColleagueField label={t('queue.giveTo')} roles={rolesOf(item.kind)} to={to} onChoose={setTo} />
        <Field
          label={t('queue.giveReason')}
          name="reason"
          value={reason}
          required
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        {give.error && <Notice tone="error">{errorText(give.error)}</Notice>}
        <Button type="submit" pending={give.isPending} disabled={!whole}>
          {t('queue.giveDo')}
        </Button>
      </form>
    </Dialog>
  );
}
