import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/shared/api/error';
import { errorText } from '@/shared/api/error-text';
import { profileQuery } from '@/shared/api/profile';
import { useI18n } from '@/shared/i18n';
import { vibrate } from '@/shared/lib/haptics';
import { PASSWORD_MIN } from '@/shared/lib/password-strength';
import { Button } from '@/shared/ui/button';
import { PasswordField } from '@/shared/ui/field';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { PasswordStrength } from '@/shared/ui/password-strength';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { changePassword } from './queries';
import { type PasswordForm, passwordProblems } from './rules';

const FORM = 'password-form';
const EMPTY: PasswordForm = { oldPassword: '', newPassword: '', confirm: '' };

export default function PasswordSheet() {
  const { t } = useI18n();
  const { close } = useSheetState();
  const me = useQuery(profileQuery).data?.profile;
  const [form, setForm] = useState(EMPTY);
  const [checked, setChecked] = useState(false);
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      vibrate('success');
      notify.success(t('password.done'));
      close();
    },
  });
  const problems = checked ? passwordProblems(form) : {};
  const wrongOld = change.error instanceof ApiError && change.error.code === 'WRONG_PASSWORD';

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    const [first] = Object.keys(passwordProblems(form));
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else change.mutate({ oldPassword: form.oldPassword, newPassword: form.newPassword });
  }

  const field = (name: keyof PasswordForm) => ({
    name,
    value: form[name],
    maxLength: 128,
    onChange: (event: { target: { value: string } }) => {
      setForm({ ...form, [name]: event.target.value });
      if (change.isError) change.reset();
    },
    error: problems[name] && t(problems[name]),
  });

  return (
    <Sheet
      title={t('profile.changePassword')}
      lead={t('password.lead')}
      footer={
        <Button type="submit" form={FORM} block pending={change.isPending}>
          {t('password.submit')}
        </Button>
      }
    >
      <form id={FORM} onSubmit={submit} className="grid gap-4" noValidate>
        <PasswordField
          {...field('oldPassword')}
          label={t('password.old')}
          autoComplete="current-password"
          {...(wrongOld && { error: errorText(change.error) })}
        />
        <PasswordField
          {...field('newPassword')}
          label={t('password.new')}
          hint={t('password.hint')}
          autoComplete="new-password"
          minLength={PASSWORD_MIN}
        />
        <PasswordStrength password={form.newPassword} about={me ? [me.username, me.name] : []} />
        <PasswordField {...field('confirm')} label={t('password.confirm')} autoComplete="new-password" />
        {change.error && !wrongOld && <Notice tone="error">{errorText(change.error)}</Notice>}
      </form>
    </Sheet>
  );
}
