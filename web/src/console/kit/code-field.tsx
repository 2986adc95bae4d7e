import type { Way } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Field } from './field';

const DIGITS = 6;

interface Props {
  way: Extract<Way, 'totp' | 'recovery'>;
  value: string;
  error?: string | undefined;
  onChange(code: string): void;
}

/** The code of an app, or one of those that were written down. The sixth digit sends the form: nothing is left to do. */
export function CodeField({ way, value, error, onChange }: Props) {
  const { t } = useI18n();
  if (way === 'recovery')
    return (
      <Field
        label={t('signin.recovery')}
        value={value}
        error={error}
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value.trim())}
      />
    );
  return (
    <Field
      label={t('signin.code')}
      value={value}
      error={error}
      autoFocus
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={({ target, currentTarget: { form } }) => {
        const code = target.value.replace(/\D/g, '').slice(0, DIGITS);
        onChange(code);
        // After this event, when the form has the digit.
        if (code.length === DIGITS) queueMicrotask(() => form?.requestSubmit());
      }}
    />
  );
}
