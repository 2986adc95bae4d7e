import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Field } from '@/console/kit/field';
import { firstStep, type Second } from './calls';

interface Props {
  /** There is a quicker way above it. */
  second: boolean;
  onSecond(second: Second): void;
}

/** Name and password. The answer says nothing about either: only the second step does, and not which one was wrong. */
export function PasswordStep({ second, onSecond }: Props) {
  const { t } = useI18n();
  const [missing, setMissing] = useState(false);
  const first = useMutation({ mutationFn: firstStep, onSuccess: onSecond });
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const name = String(data.get('name')).trim();
    const password = String(data.get('password'));
    setMissing(!name || !password);
    if (name && password) first.mutate({ name, password });
  }
  const error = missing ? t('signin.required') : first.error ? errorText(first.error) : undefined;
  return (
    <form className="grid gap-4" onSubmit={send} onChange={() => setMissing(false)} noValidate>
      <Field label={t('signin.name')} name="name" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      <Field
        label={t('signin.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={128}
        error={error}
      />
      <Button type="submit" block variant={second ? 'secondary' : 'primary'} pending={first.isPending}>
        {t('signin.submit')}
      </Button>
    </form>
  );
}
