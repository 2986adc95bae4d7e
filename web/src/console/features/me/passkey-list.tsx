import { type FormEvent, useState } from 'react';
import type { Passkey } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { Field } from '@/console/kit/field';
import { State } from '@/console/kit/state';
import { Notice } from '@/shared/ui/notice';
import { addPasskey, removePasskey } from './queries';
import { useChange } from './use-change';

/** The passkeys of the operator's devices, and the way to one more. */
export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useI18n();
  const remove = useChange(removePasskey, 'me.removed');
  return (
    <div className="grid gap-3">
      <p className="text-t2">{t('me.passkeysLead')}</p>
      {remove.why && <Notice tone="error">{remove.why}</Notice>}
      <ul className="grid">
        {passkeys.map(({ id, name, createdAt, usedAt, backedUp }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2">
            <div className="grid min-w-0 flex-1 basis-56">
              <span className="flex flex-wrap items-center gap-2 font-semibold">
                {name} {backedUp && <State tone="sky">{t('me.backedUp')}</State>}
              </span>
              <span className="text-xs text-t3">
                {t('me.added')} <Moment at={createdAt} />
                {' · '}
                {usedAt ? (
                  <>
                    {t('me.used')} <Moment at={usedAt} />
                  </>
                ) : (
                  t('me.unused')
                )}
              </span>
            </div>
            <Button
              variant="danger"
              aria-label={`${t('me.remove')}: ${name}`}
              pending={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id)}
            >
              {t('me.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <NewPasskey />
    </div>
  );
}

function NewPasskey() {
  const { t } = useI18n();
  const [missing, setMissing] = useState(false);
  const add = useChange(addPasskey, 'me.passkeyAdded');
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name')).trim();
    setMissing(!name);
    if (name) add.mutate(name, { onSuccess: () => form.reset() });
  }
  return (
    <form
      className="grid gap-3 border-t border-line pt-3"
      noValidate
      onSubmit={send}
      onChange={() => setMissing(false)}
    >
      {add.why && <Notice tone="error">{add.why}</Notice>}
      <Field
        label={t('me.passkeyName')}
        name="name"
        maxLength={64}
        autoComplete="off"
        hint={t('me.passkeyHint')}
        error={missing ? t('me.nameMissing') : undefined}
      />
      <div>
        <Button type="submit" icon="key" pending={add.isPending}>
          {t('me.addPasskey')}
        </Button>
      </div>
    </form>
  );
}
