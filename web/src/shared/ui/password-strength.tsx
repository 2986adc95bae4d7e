import { useI18n } from '@/shared/i18n';
import { passwordStrength, type Strength } from '@/shared/lib/password-strength';

const BARS: Record<Strength, number> = { short: 1, weak: 1, fair: 2, strong: 3 };
const TONES: Record<Strength, string> = { short: 'bg-coral', weak: 'bg-coral', fair: 'bg-gold', strong: 'bg-jade' };

/** The strength of a new password, while it is typed. Nothing is shown before the first letter. */
export function PasswordStrength({ password, about }: { password: string; about?: readonly string[] }) {
  const { t } = useI18n();
  if (!password) return null;
  const strength = passwordStrength(password, about);
  return (
    <div className="-mt-2 grid gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-3 gap-1.5">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={`h-1.5 rounded-full ${bar <= BARS[strength] ? TONES[strength] : 'bg-s3'}`} />
        ))}
      </div>
      <p role="status" className="text-s text-t2">
        <span className="sr-only">{t('strength.label')}: </span>
        {t(`strength.${strength}`)}
      </p>
    </div>
  );
}
