import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/error';
import { isUnknownOutcome } from '@/shared/api/outcome';
import { config } from '@/shared/config';
import { useI18n } from '@/shared/i18n';
import { plainText } from '@/shared/lib/plain-text';
import { upperCased } from '@/shared/lib/upper-case';
import { BankChip } from '@/shared/ui/bank-chip';
import { Field, SelectField } from '@/shared/ui/field';
import { notify } from '@/shared/ui/notify';
import { focusFirst, StepForm } from '@/shared/ui/step-form';
import type { Entries } from '../machine';
import { banksQuery, register } from '../queries';
import { bankProblems, toRegistration } from '../rules';
import type { StepProps } from '../use-wizard';
import { BankSelect } from './bank-select';

export function BankStep({ wizard, dispatch }: StepProps) {
  const { t } = useI18n();
  const { entries } = wizard;
  const banks = useQuery(banksQuery);
  const [checked, setChecked] = useState(false);
  const { laos } = config();

  const submit = useMutation({
    mutationFn: (current: Entries) => register(toRegistration(current, true), wizard.otp?.token),
    onSuccess: done,
    onError: (error) => {
      if (isUnknownOutcome(error)) dispatch({ type: 'answer lost' });
      const code = error instanceof ApiError ? error.code : '';
      // This number was free a step ago, and an answer was lost since then, so the existing account is this one.
      if (code === 'EXISTING_USER' && wizard.unanswered) done();
      if (code === 'UNVERIFIED_OTP') {
        notify.failure(error);
        dispatch({ type: 'phone unverified' });
      }
    },
  });

  function done() {
    notify.success(t('register.done'));
    dispatch({ type: 'registered' });
  }

  const problems = checked ? bankProblems(entries) : {};
  const enter = (name: keyof Entries, value: string) => {
    dispatch({ type: 'entered', entries: { [name]: value } });
    if (submit.isError) submit.reset();
  };
  const textOf = (name: keyof Entries) => problems[name] && t(problems[name]);
  const nameField = (name: 'firstName' | 'lastName') => (
    <Field
      label={t(name === 'firstName' ? 'register.firstName' : 'register.lastName')}
      name={name}
      value={entries[name]}
      onChange={(event) => enter(name, upperCased(event))}
      autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={80}
      error={textOf(name)}
    />
  );

  return (
    <StepForm
      lead={t('register.bank.lead')}
      error={submit.error}
      pending={submit.isPending}
      next={t('register.submit')}
      onNext={(form) => {
        setChecked(true);
        if (!focusFirst(form, bankProblems(entries))) submit.mutate(entries);
      }}
      onBack={() => dispatch({ type: 'back' })}
    >
      <BankSelect
        banks={banks}
        value={entries.bankCode}
        error={textOf('bankCode')}
        mark={entries.bankCode ? <BankChip code={entries.bankCode} size="s" /> : undefined}
        onChange={(code) => enter('bankCode', code)}
      />
      <Field
        label={t('register.accountNo')}
        name="accountNo"
        inputMode="numeric"
        autoComplete="off"
        value={entries.accountNo}
        onChange={(event) => enter('accountNo', plainText(event.target.value).replace(/\D/g, ''))}
        error={textOf('accountNo')}
      />
      {nameField('firstName')}
      {nameField('lastName')}
      {laos && (
        <SelectField
          label={t('register.currency')}
          name="currency"
          value={entries.currency}
          onChange={(event) => enter('currency', event.target.value)}
        >
          <option value="LAK">{t('register.currency.LAK')}</option>
          <option value="BAHT">{t('register.currency.BAHT')}</option>
        </SelectField>
      )}
    </StepForm>
  );
}
