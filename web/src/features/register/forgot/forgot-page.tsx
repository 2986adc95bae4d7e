import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ApiError } from '@/shared/api/error';
import { config } from '@/shared/config';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { RESEND_MS } from '@/shared/lib/one-time-code';
import { PASSWORD_MIN } from '@/shared/lib/password-strength';
import { formatPhone, phoneTrouble, readPhone } from '@/shared/lib/phone';
import { PATHS } from '@/shared/paths';
import { CodeForm, type SentCode } from '@/shared/ui/code-form';
import { EmptyState } from '@/shared/ui/empty-state';
import { PasswordField } from '@/shared/ui/field';
import { PasswordStrength } from '@/shared/ui/password-strength';
import { PhoneField } from '@/shared/ui/phone-field';
import { focusFirst, StepForm } from '@/shared/ui/step-form';
import { LoginCode, type ThrottledLogin } from './login-code';
import { askForCode, resetPassword } from './queries';

type Step = 'phone' | 'code' | 'password' | 'done';

const TITLES: Record<Step, PlainKey> = {
  phone: 'forgot.title',
  code: 'forgot.code.title',
  password: 'forgot.password.title',
  done: 'forgot.done',
};

/** Resets a forgotten password: the number, the code that was sent there, a new password. */
export default function ForgotPage() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [stopped] = useState(state as ThrottledLogin | null);
  // The browser's history entry must not keep the password. It is replaced before a tap can lead elsewhere.
  useLayoutEffect(() => {
    if (state) navigate(PATHS.forgot, { replace: true, state: null });
  }, [state, navigate]);
  return stopped ? <LoginCode throttled={stopped} /> : <Forgot />;
}

function Forgot() {
  const { t } = useI18n();
  const [step, setStep] = useState<Step>('phone');
  const [phone, setPhone] = useState('');
  const [otp, setOtp] = useState<SentCode>({ token: '', resendAt: 0 });
  usePageTitle(`${t('forgot.title')} · ${t('app.name')}`);
  const ask = useMutation({
    mutationFn: askForCode,
    onSuccess: (sent) => {
      // The number was confirmed a short while ago: no SMS was sent, and the browser still has that confirmation.
      if (sent.code === 'OTP_VERIFIED') setStep('password');
      else {
        setOtp({ ref: sent.otpRef, token: sent.otpToken, resendAt: Date.now() + RESEND_MS });
        setStep('code');
      }
    },
  });

  if (step === 'done') return <Done />;
  return (
    <main className="page max-w-[440px] px-5 pt-5">
      <h1 className="text-2xl font-semibold">{t(TITLES[step])}</h1>
      {step === 'phone' && <PhoneStep phone={phone} onPhone={setPhone} ask={ask} />}
      {step === 'code' && (
        <CodeForm
          lead={t('register.otp.lead', { phone: formatPhone(phone) })}
          sent={otp}
          onResend={() => ask.mutateAsync(phone)}
          onConfirmed={() => setStep('password')}
          onBack={() => setStep('phone')}
        />
      )}
      {step === 'password' && (
        <PasswordStep
          phone={phone}
          token={otp.token}
          onDone={() => setStep('done')}
          onUnproved={() => setStep('phone')}
        />
      )}
    </main>
  );
}

interface PhoneProps {
  phone: string;
  onPhone(phone: string): void;
  ask: { mutate(phone: string): void; reset(): void; error: unknown; isPending: boolean; isError: boolean };
}

function PhoneStep({ phone, onPhone, ask }: PhoneProps) {
  const { t } = useI18n();
  const { laos } = config();
  const [checked, setChecked] = useState(false);
  const number = readPhone(phone, laos);
  const problem = checked && !number;
  function next(form: HTMLFormElement) {
    setChecked(true);
    if (focusFirst(form, number ? {} : { phone: true }) || !number) return;
    onPhone(number);
    ask.mutate(number);
  }
  return (
    <>
      <StepForm
        lead={t('forgot.phone.lead')}
        error={ask.error}
        pending={ask.isPending}
        next={t('register.next')}
        onNext={next}
      >
        <PhoneField
          label={t('login.phone')}
          name="phone"
          autoComplete="tel-national"
          value={phone}
          onType={(typed) => {
            onPhone(typed);
            if (ask.isError) ask.reset();
          }}
          large
          error={problem ? t(phone.trim() ? phoneTrouble(laos) : 'register.phone.required') : undefined}
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

interface PasswordProps {
  phone: string;
  token: string;
  onDone(): void;
  onUnproved(): void;
}

function PasswordStep({ phone, token, onDone, onUnproved }: PasswordProps) {
  const { t } = useI18n();
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [checked, setChecked] = useState(false);
  const [unproved, setUnproved] = useState(false);
  const reset = useMutation({
    mutationFn: () => resetPassword({ phoneNumber: phone, newPassword: password }, token),
    onSuccess: onDone,
    // The confirmation has expired meanwhile, so the number must be confirmed again.
    onError: (error) => setUnproved(error instanceof ApiError && error.code === 'UNVERIFIED_OTP'),
  });
  const short = [...password].length < PASSWORD_MIN;
  const differ = confirm !== password;
  function next(form: HTMLFormElement) {
    setChecked(true);
    if (unproved) onUnproved();
    else if (!focusFirst(form, { ...(short && { password }), ...(differ && { confirm }) })) reset.mutate();
  }
  return (
    <StepForm
      lead={t('forgot.password.lead')}
      error={reset.error}
      pending={reset.isPending}
      next={t('forgot.submit')}
      onNext={next}
    >
      <input type="hidden" name="username" autoComplete="username" value={phone} />
      <PasswordField
        label={t('register.password')}
        name="password"
        autoComplete="new-password"
        maxLength={128}
        hint={t('register.password.hint')}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          if (reset.isError && !unproved) reset.reset();
        }}
        error={checked && short ? t('register.password.short') : undefined}
      />
      <PasswordStrength password={password} about={[phone]} />
      <PasswordField
        label={t('register.password.confirm')}
        name="confirm"
        autoComplete="new-password"
        maxLength={128}
        value={confirm}
        onChange={(event) => setConfirm(event.target.value)}
        error={checked && differ ? t('register.password.differ') : undefined}
      />
    </StepForm>
  );
}

function Done(): ReactNode {
  const { t } = useI18n();
  return (
    <main className="page grid min-h-dvh max-w-[440px] place-items-center">
      <EmptyState
        page
        tone="jade"
        icon="check"
        title={t('forgot.done')}
        action={
          <Link
            to={PATHS.login}
            className="inline-flex min-h-11 items-center px-2 font-semibold text-gold underline underline-offset-4"
          >
            {t('login.title')}
          </Link>
        }
      >
        {t('forgot.done.text')}
      </EmptyState>
    </main>
  );
}
