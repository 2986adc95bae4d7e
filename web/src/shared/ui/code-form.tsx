import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '@/shared/api/client';
import { ApiError } from '@/shared/api/error';
import { errorText } from '@/shared/api/error-text';
import { useSmsCode } from '@/shared/hooks/use-sms-code';
import { useI18n } from '@/shared/i18n';
import { CODE_LENGTH, resendAfter } from '@/shared/lib/one-time-code';
import { notify } from './notify';
import { OtpInput } from './otp-input';
import { ResendCode } from './resend-code';
import { StepForm } from './step-form';

/** A message with a code: its reference, and when another one may be requested. */
export interface SentCode {
  token: string;
  ref?: string;
  resendAt: number;
}

interface Props {
  lead: string;
  /** The message that was sent. */
  sent: SentCode;
  /** Requests another one. */
  onResend(): Promise<unknown>;
  /** The action behind the code failed, or is running. */
  error?: unknown;
  pending?: boolean;
  onConfirmed(): void;
  onBack(): void;
}

/** An input for the code of an SMS; the code is sent with its last digit. */
export function CodeForm({ lead, sent, error, pending = false, onResend, onConfirmed, onBack }: Props) {
  const { t } = useI18n();
  const [code, setCode] = useState('');
  const [short, setShort] = useState(false);
  const confirm = useMutation({
    mutationFn: (otpCode: string) => unwrap(api.POST('/api/otp/verify', { body: { otpToken: sent.token, otpCode } })),
    onSuccess: onConfirmed,
    onError: (failure) => {
      // The same code a second time: the first answer was lost.
      if (failure instanceof ApiError && failure.code === 'OTP_VERIFIED') onConfirmed();
      else setCode('');
    },
  });
  const [later, setLater] = useState(0);
  const resend = useMutation({
    mutationFn: (_before: string) => onResend(),
    onSuccess: (_sent, before) => {
      // The new message may arrive before this answer: digits typed since the tap are its code.
      setCode((now) => (now === before ? '' : now));
      if (confirm.isError) confirm.reset();
      notify.info(t('register.otp.resent'));
    },
    onError: (failure) => setLater(resendAfter(failure) ?? 0),
  });
  const busy = pending || confirm.isPending;

  function enter(entered: string) {
    setCode(entered);
    setShort(false);
    if (confirm.isError && entered) confirm.reset();
    if (entered.length === CODE_LENGTH && !busy) confirm.mutate(entered);
  }
  useSmsCode(enter);

  function next() {
    if (code.length === CODE_LENGTH) confirm.mutate(code);
    else {
      setShort(true);
      document.getElementById('otp-code')?.focus();
    }
  }

  const refused = confirm.error ? errorText(confirm.error) : undefined;
  return (
    <StepForm
      lead={lead}
      error={error ?? resend.error}
      pending={busy}
      next={t('register.next')}
      onNext={next}
      onBack={onBack}
    >
      <OtpInput
        label={t('register.otp.label')}
        value={code}
        disabled={busy}
        onChange={enter}
        error={short ? t('register.otp.required') : refused}
      />
      <ResendCode
        reference={sent.ref}
        at={Math.max(sent.resendAt, later)}
        pending={resend.isPending}
        onResend={() => resend.mutate(code)}
      />
    </StepForm>
  );
}
