import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '@/console/api/client';
import type { Way } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import type { PlainKey } from '@/console/i18n/types';
import { Button } from '@/console/kit/button';
import { CodeField } from '@/console/kit/code-field';
import type { Question } from '@/console/kit/confirmation';
import { Dialog } from '@/console/kit/dialog';
import { Notice } from '@/shared/ui/notice';

/** The ways that this page can use, the quickest first, and what leads to each from another one. */
const USABLE = {
  demo: 'confirm.useDemo',
  totp: 'signin.useCode',
  recovery: 'signin.useRecovery',
} as const satisfies Partial<Record<Way, PlainKey>>;
type Usable = keyof typeof USABLE;

/** Asks for something that is good for this one decision: who sits down at a desk that was left signed in has none. */
export default function ConfirmDialog({ question: { decision, ways, settle } }: { question: Question }) {
  const { t } = useI18n();
  const usable = (Object.keys(USABLE) as Usable[]).filter((one) => ways.includes(one));
  const [way, setWay] = useState(usable[0]);
  const [code, setCode] = useState('');
  const proof = useMutation({
    mutationFn: async ({ by, typed }: { by: Usable; typed: string }) => {
      const { ticket } = await unwrap(api.POST('/api/me/confirm', { body: { decision, way: by } }));
      const body = by === 'demo' ? { ticket } : { ticket, code: typed };
      return unwrap(api.POST('/api/me/confirm/finish', { body }));
    },
    onSuccess: ({ confirmation }) => settle(confirmation),
    onError: () => setCode(''),
  });
  const error = proof.error ? errorText(proof.error) : undefined;
  function send(event: FormEvent) {
    event.preventDefault();
    if (way && (way === 'demo' || code)) proof.mutate({ by: way, typed: code });
  }
  return (
    <Dialog open title={t('confirm.title')} onClose={() => settle(undefined)}>
      <form onSubmit={send} className="grid gap-4 px-4 pt-1 pb-4">
        <p className="text-t2">{t(way === 'demo' ? 'confirm.demo' : 'confirm.text')}</p>
        {!way && <Notice tone="warning">{t('confirm.noWay')}</Notice>}
        {way === 'demo' && error && <Notice tone="error">{error}</Notice>}
        {way && way !== 'demo' && <CodeField key={way} way={way} value={code} onChange={setCode} error={error} />}
        <div className="flex flex-wrap justify-end gap-2">
          {usable
            .filter((one) => one !== way)
            .map((other) => (
              <Button
                key={other}
                variant="ghost"
                onClick={() => {
                  setCode('');
                  proof.reset();
                  setWay(other);
                }}
              >
                {t(USABLE[other])}
              </Button>
            ))}
          <span className="grow" />
          <Button variant="secondary" onClick={() => settle(undefined)}>
            {t('confirm.cancel')}
          </Button>
          {way && (
            <Button type="submit" autoFocus={way === 'demo'} pending={proof.isPending}>
              {t('confirm.submit')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
