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
import { askPasskey } from '@/console/kit/passkey';
import { Notice } from '@/shared/ui/notice';

/** The ways in the order of their speed: what each asks for, and what leads to it from another one. */
const WAYS = {
  passkey: ['confirm.passkey', 'confirm.usePasskey'],
  demo: ['confirm.demo', 'confirm.useDemo'],
  totp: ['confirm.text', 'signin.useCode'],
  recovery: ['confirm.text', 'signin.useRecovery'],
} as const satisfies Record<Way, readonly [PlainKey, PlainKey]>;
const ORDER = Object.keys(WAYS) as Way[];
const isTyped = (way: Way) => way === 'totp' || way === 'recovery';

/** Asks for something that is good for this one decision: who sits down at a desk that was left signed in has none. */
export default function ConfirmDialog({ question: { decision, ways, settle } }: { question: Question }) {
  const { t } = useI18n();
  const usable = ORDER.filter((one) => ways.includes(one));
  const [way, setWay] = useState(usable[0]);
  const [code, setCode] = useState('');
  const proof = useMutation({
    mutationFn: (by: Way) => prove(decision, by, code),
    onSuccess: ({ confirmation }) => settle(confirmation),
    onError: () => setCode(''),
  });
  const error = proof.error ? errorText(proof.error) : undefined;
  function send(event: FormEvent) {
    event.preventDefault();
    if (way && (code || !isTyped(way))) proof.mutate(way);
  }
  function turnTo(other: Way) {
    setCode('');
    proof.reset();
    setWay(other);
  }
  return (
    <Dialog open title={t('confirm.title')} onClose={() => settle(undefined)}>
      <form onSubmit={send} className="grid gap-4 px-4 pt-1 pb-4">
        {way ? <p className="text-t2">{t(WAYS[way][0])}</p> : <Notice tone="warning">{t('confirm.noWay')}</Notice>}
        {(way === 'totp' || way === 'recovery') && (
          <CodeField key={way} way={way} value={code} onChange={setCode} error={error} />
        )}
        {way && !isTyped(way) && error && <Notice tone="error">{error}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          {usable
            .filter((one) => one !== way)
            .map((other) => (
              <Button key={other} variant="ghost" onClick={() => turnTo(other)}>
                {t(WAYS[other][1])}
              </Button>
            ))}
          <span className="grow" />
          <Button variant="secondary" onClick={() => settle(undefined)}>
            {t('confirm.cancel')}
          </Button>
          {way && (
            <Button key={way} type="submit" autoFocus={!isTyped(way)} pending={proof.isPending}>
              {t('confirm.submit')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

async function prove(decision: string, way: Way, code: string) {
  const { ticket, options } = await unwrap(api.POST('/api/me/confirm', { body: { decision, way } }));
  const shown = options ? { credential: await askPasskey(options) } : isTyped(way) ? { code } : {};
  return unwrap(api.POST('/api/me/confirm/finish', { body: { ticket, ...shown } }));
}
