import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/error';
import { useI18n } from '@/shared/i18n';
import { inviteCode } from '@/shared/session/identity';
import { Field, PasswordField, SelectField } from '@/shared/ui/field';
import { notify } from '@/shared/ui/notify';
import { PasswordStrength } from '@/shared/ui/password-strength';
import { focusFirst, StepForm } from '@/shared/ui/step-form';
import type { Entries } from '../machine';
import { sourcesQuery, validate } from '../queries';
import { profileProblems, toRegistration } from '../rules';
import type { StepProps } from '../use-wizard';

export function ProfileStep({ wizard, dispatch }: StepProps) {
  const { t } = useI18n();
  const { entries } = wizard;
  const sources = useQuery(sourcesQuery);
  const [checked, setChecked] = useState(false);
  const [fromLink] = useState(inviteCode.get);

  const check = useMutation({
    mutationFn: (current: Entries) => validate(toRegistration(current, false), wizard.otp?.token),
    onSuccess: () => dispatch({ type: 'profile accepted' }),
    onError: (error) => {
      // The confirmation has expired meanwhile, so the number must be confirmed again.
      if (error instanceof ApiError && error.code === 'UNVERIFIED_OTP') {
        notify.failure(error);
        dispatch({ type: 'phone unverified' });
      }
    },
  });

  const problems = checked ? profileProblems(entries) : {};
  const enter = (name: keyof Entries) => ({
    name,
    value: entries[name],
    onChange: (event: { target: { value: string } }) => {
      dispatch({ type: 'entered', entries: { [name]: event.target.value } });
      if (check.isError) check.reset();
    },
  });
  const field = (name: keyof Entries) => ({ ...enter(name), error: problems[name] && t(problems[name]) });

  function next(form: HTMLFormElement) {
    setChecked(true);
    const found = profileProblems(entries);
    if (found.confirm === 'register.password.differ') notify.error(t('register.password.differ'));
    if (!focusFirst(form, found)) check.mutate(entries);
  }

  return (
    <StepForm
      error={check.error}
      pending={check.isPending}
      next={t('register.next')}
      onNext={next}
      onBack={() => dispatch({ type: 'back' })}
    >
      <Field {...field('name')} label={t('register.name')} autoComplete="nickname" maxLength={80} />
      {/* For password managers: the account that the new password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={entries.phone} />
      <PasswordField
        {...field('password')}
        label={t('register.password')}
        hint={t('register.password.hint')}
        autoComplete="new-password"
        maxLength={128}
      />
      <PasswordStrength password={entries.password} about={[entries.phone, entries.name]} />
      <PasswordField
        {...field('confirm')}
        label={t('register.password.confirm')}
        autoComplete="new-password"
        maxLength={128}
      />
      <SelectField {...enter('sourceCode')} label={t('register.source')}>
        <option value="">{t('register.source.none')}</option>
        {sources.data?.map((source) => (
          <option key={source.code} value={source.code}>
            {source.description}
          </option>
        ))}
      </SelectField>
      <Field
        {...field('inviteCode')}
        label={t('register.invite')}
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={20}
        readOnly={Boolean(fromLink)}
        hint={fromLink ? t('register.invite.fixed') : undefined}
      />
    </StepForm>
  );
}
