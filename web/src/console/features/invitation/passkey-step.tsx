import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Field } from '@/console/kit/field';
import { Notice } from '@/shared/ui/notice';
import { byPasskey } from './calls';

interface Props {
  invitation: string;
  onSet(codes: string[]): void;
}

/** A passkey of this device: one touch, and nothing to remember. */
export function PasskeyStep({ invitation, onSet }: Props) {
  const { t } = useI18n();
  const [missing, setMissing] = useState(false);
  const set = useMutation({ mutationFn: byPasskey, onSuccess: ({ recovery }) => onSet(recovery) });
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    setMissing(!name);
    if (name) set.mutate({ invitation, name });
  }
  return (
    <form className="grid gap-4" onSubmit={send} onChange={() => setMissing(false)} noValidate>
      <p className="text-t2">{t('invitation.passkeyLead')}</p>
      {set.error && <Notice tone="error">{errorText(set.error)}</Notice>}
      <Field
        label={t('me.passkeyName')}
        name="name"
        maxLength={64}
        autoComplete="off"
        hint={t('me.passkeyHint')}
        error={missing ? t('me.nameMissing') : undefined}
      />
      <Button type="submit" block icon="key" pending={set.isPending}>
        {t('invitation.passkey')}
      </Button>
    </form>
  );
}
