import { useSmsCode } from '@/shared/hooks/use-sms-code';
import { useI18n } from '@/shared/i18n';
import { formatPhone } from '@/shared/lib/phone';
import type { SentCode } from '@/shared/ui/code-form';
import { notify } from '@/shared/ui/notify';
import { OtpInput } from '@/shared/ui/otp-input';
import { ResendCode } from '@/shared/ui/resend-code';

/** A code on its way to the registered phone, whose number is shown in part. It ends at `until` (ms since 1970). */
export interface IdentityCodeSent extends SentCode {
  phone: string;
  until: number;
}

interface Props {
  sent: IdentityCodeSent;
  code: string;
  /** The member went on before the code was whole. */
  short: boolean;
  error: string | undefined;
  /** The code is being checked. */
  pending: boolean;
  /** When another one may be requested (ms since 1970), and whether it is being requested. */
  resendAt: number;
  resending: boolean;
  onCode(code: string): void;
  /** Requests another one; `done` is called once it was sent. */
  onResend(done: () => void): void;
}

/** The field for the code that came to the registered phone. */
export default function IdentityCode({ sent, code, short, pending, resendAt, ...of }: Props) {
  const { t } = useI18n();
  useSmsCode(of.onCode);
  const error = short ? t('register.otp.required') : of.error;
  return (
    <>
      <p>{t('register.otp.lead', { phone: formatPhone(sent.phone) })}</p>
      <OtpInput label={t('register.otp.label')} value={code} disabled={pending} onChange={of.onCode} error={error} />
      <ResendCode
        reference={sent.ref}
        at={resendAt}
        pending={of.resending}
        onResend={() => of.onResend(() => notify.info(t('register.otp.resent')))}
      />
    </>
  );
}
