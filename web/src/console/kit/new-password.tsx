import { type FormEvent, useState } from 'react';
import { useI18n } from '@/console/i18n';
import { Button } from './button';
import { Field } from './field';

const SHORTEST = 12;

interface Props {
  /** Whose it is: a browser keeps it under this name. */
  name: string;
  submit: string;
  pending: boolean;
  error?: string | undefined;
  onSubmit(password: string): void;
}

/** A new password, typed twice: nobody sees what was mistyped. */
export function NewPassword({ name, submit, pending, error, onSubmit }: Props) {
  const { t } = useI18n();
  const [wrong, setWrong] = useState<'short' | 'differ'>();
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password'));
    const found =
      Array.from(password).length < SHORTEST ? 'short' : password === String(data.get('again')) ? undefined : 'differ';
    setWrong(found);
    if (!found) onSubmit(password);
  }
  return (
    <form className="grid gap-4" onSubmit={send} onChange={() => setWrong(undefined)} noValidate>
      <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
      <Field
        label={t('secret.password')}
        name="password"
        type="password"
        autoComplete="new-password"
        maxLength={128}
        hint={t('secret.length', { count: SHORTEST })}
        error={wrong === 'short' ? t('secret.length', { count: SHORTEST }) : error}
      />
      <Field
        label={t('secret.again')}
        name="again"
        type="password"
        autoComplete="new-password"
        maxLength={128}
        error={wrong === 'differ' ? t('secret.differ') : undefined}
      />
      <Button type="submit" block pending={pending}>
        {submit}
      </Button>
    </form>
  );
}
