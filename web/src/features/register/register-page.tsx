import { useEffect, useRef } from 'react';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { notify } from '@/shared/ui/notify';
import { BankStep } from './components/bank-step';
import { Done } from './components/done';
import { OtpStep } from './components/otp-step';
import { PhoneStep } from './components/phone-step';
import { ProfileStep } from './components/profile-step';
import { STEPS, type Step } from './machine';
import { useWizard } from './use-wizard';

const TITLES: Record<Exclude<Step, 'done'>, PlainKey> = {
  phone: 'register.step.phone',
  otp: 'register.step.otp',
  profile: 'register.step.profile',
  bank: 'register.step.bank',
};

export default function RegisterPage() {
  const { t } = useI18n();
  const [wizard, dispatch] = useWizard();
  usePageTitle(`${t('register.title')} · ${t('app.name')}`);
  const { step } = wizard;
  const heading = useHeadingFocus(step);
  if (step === 'done') return <Done />;
  const number = STEPS.indexOf(step) + 1;
  return (
    <main className="page max-w-[440px] px-5 pt-5">
      <header className="grid gap-3">
        <div className="flex items-baseline justify-between gap-3">
          <p className="text-s text-t2">{t('register.title')}</p>
          <p className="text-s text-t2 tabular-nums" aria-hidden="true">
            {number}/{STEPS.length}
          </p>
        </div>
        <Progress number={number} />
        <h1 ref={heading} tabIndex={-1} className="mt-2 text-2xl font-semibold">
          {t(TITLES[step])}
        </h1>
      </header>
      {step === 'phone' && <PhoneStep wizard={wizard} dispatch={dispatch} />}
      {step === 'otp' && <OtpStep wizard={wizard} dispatch={dispatch} />}
      {step === 'profile' && <ProfileStep wizard={wizard} dispatch={dispatch} />}
      {step === 'bank' && <BankStep wizard={wizard} dispatch={dispatch} />}
    </main>
  );
}

/** Shows the current step. It is not a control: steps can't be chosen (SPEC.md §2). */
function Progress({ number }: { number: number }) {
  const { t } = useI18n();
  return (
    <div
      role="progressbar"
      aria-label={t('register.progress', { step: number, total: STEPS.length })}
      aria-valuemin={1}
      aria-valuemax={STEPS.length}
      aria-valuenow={number}
      className="grid grid-cols-4 gap-1.5"
    >
      {STEPS.map((step, index) => (
        <span
          key={step}
          className={`h-1.5 rounded-full transition-colors duration-200 ${index < number ? 'bg-gold' : 'bg-s3'}`}
        />
      ))}
    </div>
  );
}

/** Announces a new step by moving the focus to its heading, but not when the page opens. */
function useHeadingFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    window.scrollTo(0, 0);
    notify.moved();
    // The code's input takes the focus itself: the keyboard should be open before the SMS arrives.
    if (step !== 'otp') heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}
