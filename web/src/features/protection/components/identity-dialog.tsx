import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerIdentity } from '@/shared/api/confirm-identity';
import { ApiError } from '@/shared/api/error';
import { errorText } from '@/shared/api/error-text';
import { useI18n } from '@/shared/i18n';
import Confirm from '@/shared/ui/confirm';
import { PasswordField } from '@/shared/ui/field';
import { confirmIdentity } from '../queries';

/** Asks for the password once more; the waiting request then continues, or is refused. */
export default function IdentityDialog() {
  const { t } = useI18n();
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: () => confirmIdentity(password),
    onSuccess: () => answerIdentity(true),
  });
  const wrong = confirm.error instanceof ApiError && confirm.error.code === 'WRONG_PASSWORD';

  function submit() {
    if (password && !confirm.isPending) confirm.mutate();
  }

  return (
    <Confirm
      open
      title={t('identity.title')}
      action={t('identity.submit')}
      pending={confirm.isPending}
      onConfirm={submit}
      onCancel={() => answerIdentity(false)}
    >
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>{t('identity.text')}</p>
        <PasswordField
          label={t('identity.password')}
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            if (confirm.isError) confirm.reset();
          }}
          error={confirm.error ? (wrong ? t('identity.wrong') : errorText(confirm.error)) : undefined}
        />
      </form>
    </Confirm>
  );
}
