import { type FormEvent, useState } from 'react';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { CodeField } from '@/console/kit/code-field';
import { Dialog } from '@/console/kit/dialog';
import { SecretKey } from '@/console/kit/secret-key';
import { Notice } from '@/shared/ui/notice';
import { addTelephone, finishTelephone } from './queries';
import { SinceLine } from './since-line';
import { useChange } from './use-change';

/** The telephone that shows codes. Another one counts from the moment that it shows one; until then the former does. */
export function TelephonePanel({ since, own }: { since: string | undefined; own: boolean }) {
  const { t } = useI18n();
  const [code, setCode] = useState('');
  const begin = useChange(addTelephone);
  const end = useChange(finishTelephone, 'me.telephoneSet');
  function close() {
    begin.reset();
    end.reset();
    setCode('');
  }
  function send(event: FormEvent) {
    event.preventDefault();
    if (!begin.data || !code) return;
    end.mutate({ ticket: begin.data.ticket, code }, { onSuccess: close, onError: () => setCode('') });
  }
  return (
    <SinceLine since={since} own={own}>
      {begin.why && <Notice tone="error">{begin.why}</Notice>}
      <Button variant="secondary" pending={begin.isPending} onClick={() => begin.mutate(undefined)}>
        {t(since ? 'me.change' : 'me.set')}
      </Button>
      {begin.data && (
        <Dialog open title={t('me.telephone')} onClose={close}>
          <form className="grid gap-4 px-4 pt-1 pb-4" onSubmit={send} noValidate>
            <p className="text-t2">{t('secret.scan')}</p>
            <SecretKey uri={begin.data.uri} secret={begin.data.secret} />
            <CodeField way="totp" value={code} onChange={setCode} error={end.why} />
            <Button type="submit" block pending={end.isPending}>
              {t(since ? 'me.change' : 'me.set')}
            </Button>
          </form>
        </Dialog>
      )}
    </SinceLine>
  );
}
