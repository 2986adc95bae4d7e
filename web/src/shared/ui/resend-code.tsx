import { useCountdown } from '@/shared/hooks/use-countdown';
import { useI18n } from '@/shared/i18n';
import { formatCountdown } from '@/shared/lib/time';
import { Button } from './button';

interface Props {
  /** The message's reference, if the server gives one. */
  reference: string | undefined;
  /** When another one may be requested (ms since 1970). */
  at: number | undefined;
  pending: boolean;
  onResend(): void;
}

/** The message's reference, and how to get another one: at once, or when. */
export function ResendCode({ reference, at, pending, onResend }: Props) {
  const { t } = useI18n();
  const wait = useCountdown(at);
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-s text-t2">
      <span>{reference && t('register.otp.reference', { ref: reference })}</span>
      {wait > 0 ? (
        <span className="tabular-nums">{t('register.otp.resendIn', { time: formatCountdown(wait) })}</span>
      ) : (
        <Button variant="link" size="s" pending={pending} onClick={onResend}>
          {t('register.otp.resend')}
        </Button>
      )}
    </div>
  );
}
