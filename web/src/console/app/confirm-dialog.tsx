import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '@/console/api/client';
import type { Way } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { CodeField } from '@/console/kit/code-field';
import type { Question } from '@/console/kit/confirmation';
import { Dialog } from '@/console/kit/dialog';
import { Notice } from '@/shared/ui/notice';

/** The ways that this page can use, the quickest first. A passkey is built with the sign-in by passkey. */
const USABLE = ['totp', 'recovery'] as const satisfies Way[];
type Usable = (typeof USABLE)[number];

/** Asks for a code that is good for this one decision: who sits down at a desk that was left signed in has none. */
export default function ConfirmDialog({ question: { decision, ways, settle } }: { question: Question }) {
  const { t } = useI18n();
  const usable = USABLE.filter((one) => ways.includes(one));
  const [way, setWay] = useState(usable[0]);
  const other = usable.find((one) => one !== way);
  const [code, setCode] = useState('');
  const proof = useMutation({
    mutationFn: async ({ by, typed }: { by: Usable; typed: string }) => {
      const { ticket } = await unwrap(api.POST('/api/me/confirm', { body: { decision, way: by } }));
      return unwrap(api.POST('/api/me/confirm/finish', { body: { ticket, code: typed } }));
    },
    onSuccess: ({ confirmation }) => settle(confirmation),
    onError: () => setCode(''),
  });
  function send(event: FormEvent) {
    event.preventDefault();
    if (way && code) proof.mutate({ by: way, typed: code });
  }
  return (
    <Dialog open title={t('confirm.title')} onClose={() => settle(undefined)}>
      <form onSubmit={send} className="grid gap-4 px-4 pt-1 pb-4">
        <p className="text-t2">{t('confirm.text')}</p>
        {way ? (
          <CodeField
            key={way}
            way={way}
            value={code}
            onChange={setCode}
            error={proof.error ? errorText(proof.error) : undefined}
          />
        ) : (
          <Notice tone="warning">{t('confirm.noWay')}</Notice>
        )}

        <div className="flex flex-wrap justify-end gap-2">
          {other && (
            <div className="grow">
              <Button
                variant="ghost"
                onClick={() => {
                  setCode('');
                  proof.reset();
                  setWay(other);
                }}
              >
                {t(other === 'recovery' ? 'signin.useRecovery' : 'signin.useCode')}
              </Button>
            </div>
          )}
          <Button variant="secondary" onClick={() => settle(undefined)}>
            {t('confirm.cancel')}
          </Button>
          {way && (
            <Button type="submit" pending={proof.isPending}>
              {t('confirm.submit')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
