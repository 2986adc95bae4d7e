import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/error';
import { errorText } from '@/shared/api/error-text';
import { useSmsCode } from '@/shared/hooks/use-sms-code';
import { useI18n } from '@/shared/i18n';
import { CODE_LENGTH, resendAfter } from '@/shared/lib/one-time-code';
import { formatPhone } from '@/shared/lib/phone';
import { notify } from '@/shared/ui/notify';
import { OtpInput } from '@/shared/ui/otp-input';
import { ResendCode } from '@/shared/ui/resend-code';
import { StepForm } from '@/shared/ui/step-form';
import { confirmCode } from '../queries';
import { requestCode } from '../send-code';
import type { StepProps } from '../use-wizard';

export function OtpStep({ wizard, dispatch }: StepProps) {
  const { t } = useI18n();
  const [code, setCode] = useState('');
  const [short, setShort] = useState(false);
  const { otp } = wizard;

  const confirm = useMutation({
    mutationFn: confirmCode,
    onSuccess: () => dispatch({ type: 'code confirmed' }),
    onError: (error) => {
      // The same code a second time: the first answer was lost, but the number is confirmed.
      if (error instanceof ApiError && error.code === 'OTP_VERIFIED') dispatch({ type: 'code confirmed' });
      else setCode('');
    },
  });

  const resend = useMutation({
    mutationFn: () => requestCode(wizard.entries.phone),
    onSuccess: (sent) => {
      if (sent.verified) dispatch({ type: 'code not needed', otp: sent.otp });
      else {
        dispatch({ type: 'code sent', otp: sent.otp });
        confirm.reset();
        notify.info(t('register.otp.resent'));
      }
    },
    onError: (error) => {
      const at = resendAfter(error);
      if (at) dispatch({ type: 'may resend', at });
    },
  });

  function enter(entered: string) {
    // A text with too many digits is not a code; its first six digits are not used.
    setShort(entered.length > CODE_LENGTH);
    if (entered.length > CODE_LENGTH) return;
    setCode(entered);
    if (confirm.isError && entered) confirm.reset();
    if (entered.length === CODE_LENGTH && otp && !confirm.isPending) {
      confirm.mutate({ otpToken: otp.token, otpCode: entered });
    }
  }
  useSmsCode(enter);

  function next() {
    if (code.length < CODE_LENGTH || !otp) {
      setShort(true);
      document.getElementById('otp-code')?.focus();
      return;
    }
    confirm.mutate({ otpToken: otp.token, otpCode: code });
  }

  const refused = confirm.error && errorText(confirm.error);
  return (
    <StepForm
      lead={t('register.otp.lead', { phone: formatPhone(wizard.entries.phone) })}
      error={resend.error}
      pending={confirm.isPending}
      next={t('register.next')}
      onNext={next}
      onBack={() => dispatch({ type: 'back' })}
    >
      <OtpInput
        label={t('register.otp.label')}
        value={code}
        disabled={confirm.isPending}
        onChange={enter}
        error={short ? t('register.otp.required') : refused || undefined}
      />
      <ResendCode reference={otp?.ref} at={otp?.resendAt} pending={resend.isPending} onResend={() => resend.mutate()} />
    </StepForm>
  );
}
