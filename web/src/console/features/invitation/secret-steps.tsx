import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { CodeField } from '@/console/kit/code-field';
import { NewPassword } from '@/console/kit/new-password';
import { SecretKey } from '@/console/kit/secret-key';
import { ApiError } from '@/shared/api/error';
import { Notice } from '@/shared/ui/notice';
import { begin, finish } from './calls';

interface Props {
  invitation: string;
  name: string;
  onSet(codes: string[]): void;
}

/** A password, then the telephone that shows codes. A password that is too weak is asked for again. */
export function SecretSteps({ invitation, name, onSet }: Props) {
  const { t } = useI18n();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const start = useMutation({ mutationFn: () => begin(invitation) });
  const end = useMutation({
    mutationFn: finish,
    onSuccess: ({ recovery }) => onSet(recovery),
    onError: () => setCode(''),
  });
  const weak = end.error instanceof ApiError && end.error.code === 'WEAK_PASSWORD';
  function send(event: FormEvent) {
    event.preventDefault();
    if (start.data && code) end.mutate({ ticket: start.data.ticket, password, code });
  }
  if (!start.data || weak)
    return (
      <>
        {start.error && <Notice tone="error">{errorText(start.error)}</Notice>}
        <NewPassword
          name={name}
          submit={t('signin.submit')}
          pending={start.isPending}
          error={weak ? errorText(end.error) : undefined}
          onSubmit={(chosen) => {
            setPassword(chosen);
            end.reset();
            if (!start.data) start.mutate();
          }}
        />
      </>
    );
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <p className="text-t2">{t('secret.scan')}</p>
      <SecretKey {...start.data.totp} />
      <CodeField
        way="totp"
        value={code}
        onChange={setCode}
        error={end.error && !weak ? errorText(end.error) : undefined}
      />
      <Button type="submit" block pending={end.isPending}>
        {t('invitation.finish')}
      </Button>
    </form>
  );
}
