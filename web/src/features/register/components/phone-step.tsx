import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { config } from '@/shared/config';
import { useI18n } from '@/shared/i18n';
import { readPhone } from '@/shared/lib/phone';
import { PATHS } from '@/shared/paths';
import { PhoneField } from '@/shared/ui/phone-field';
import { focusFirst, StepForm } from '@/shared/ui/step-form';
import { codeUnderWay } from '../machine';
import { otpNeededQuery } from '../queries';
import { phoneProblems } from '../rules';
import { requestCode } from '../send-code';
import type { StepProps } from '../use-wizard';

export function PhoneStep({ wizard, dispatch }: StepProps) {
  const { t } = useI18n();
  const cache = useQueryClient();
  const { laos } = config();
  const [checked, setChecked] = useState(false);
  const problem = checked ? phoneProblems(wizard.entries, laos).phone : undefined;

  const go = useMutation({
    mutationFn: async (phone: string) => {
      const needed = await cache.fetchQuery(otpNeededQuery);
      return needed ? requestCode(phone) : undefined;
    },
    onSuccess: (sent) => {
      if (!sent) dispatch({ type: 'code not needed' });
      else if (sent.verified) dispatch({ type: 'code not needed', otp: sent.otp });
      else dispatch({ type: 'code sent', otp: sent.otp });
    },
  });

  function next(form: HTMLFormElement) {
    setChecked(true);
    if (focusFirst(form, phoneProblems(wizard.entries, laos))) return;
    const phone = readPhone(wizard.entries.phone, laos) ?? '';
    dispatch({ type: 'entered', entries: { phone } });
    if (wizard.otp && codeUnderWay(wizard.otp, phone, Date.now())) dispatch({ type: 'code sent', otp: wizard.otp });
    else go.mutate(phone);
  }

  return (
    <>
      <StepForm
        lead={t('register.phone.lead')}
        error={go.error}
        pending={go.isPending}
        next={t('register.next')}
        onNext={next}
      >
        <PhoneField
          label={t('login.phone')}
          name="phone"
          autoComplete="tel-national"
          value={wizard.entries.phone}
          onType={(phone) => {
            dispatch({ type: 'entered', entries: { phone } });
            if (go.isError) go.reset();
          }}
          large
          error={problem && t(problem)}
        />
      </StepForm>
      <p className="mt-4 text-center text-s">
        <Link
          to={PATHS.login}
          className="inline-flex min-h-11 items-center px-2 font-semibold text-gold underline underline-offset-4"
        >
          {t('login.title')}
        </Link>
      </p>
    </>
  );
}
