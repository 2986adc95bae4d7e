import { type FormEvent, useState } from 'react';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { CodeField } from '@/console/kit/code-field';
import { type Second, secondStep, useSignIn } from './calls';

/** The code of the operator's app, or a recovery code. */
export function SecondStep({ second: { ticket, ways }, onBack }: { second: Second; onBack(): void }) {
  const { t } = useI18n();
  const [way, setWay] = useState<'totp' | 'recovery'>('totp');
  const [code, setCode] = useState('');
  const enter = useSignIn(secondStep);
  const other = way === 'totp' ? 'recovery' : 'totp';
  function send(event: FormEvent) {
    event.preventDefault();
    if (code) enter.mutate({ ticket, way, code }, { onError: () => setCode('') });
  }
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <CodeField
        key={way}
        way={way}
        value={code}
        onChange={setCode}
        error={enter.error ? errorText(enter.error) : undefined}
      />
      <Button type="submit" block pending={enter.isPending}>
        {t('signin.title')}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" icon="chevron-left" onClick={onBack}>
          {t('signin.back')}
        </Button>
        {ways.includes(other) && (
          <Button
            variant="ghost"
            onClick={() => {
              setCode('');
              enter.reset();
              setWay(other);
            }}
          >
            {t(other === 'recovery' ? 'signin.useRecovery' : 'signin.useCode')}
          </Button>
        )}
      </div>
    </form>
  );
}
