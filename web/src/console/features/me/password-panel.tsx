import { useState } from 'react';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Dialog } from '@/console/kit/dialog';
import { NewPassword } from '@/console/kit/new-password';
import { useOperator } from '@/console/kit/operator';
import { setPassword } from './queries';
import { SinceLine } from './since-line';
import { useChange } from './use-change';

/** A new password ends all other sessions. Who has none signs in by something else: a demo's operator. */
export function PasswordPanel({ since, own }: { since: string | undefined; own: boolean }) {
  const { t } = useI18n();
  const { name } = useOperator();
  const [open, setOpen] = useState(false);
  const change = useChange(setPassword, 'me.passwordSet');
  return (
    <SinceLine since={since} own={own}>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t(since ? 'me.change' : 'me.set')}
      </Button>
      {open && (
        <Dialog open title={t('me.newPassword')} onClose={() => setOpen(false)}>
          <div className="grid gap-4 px-4 pt-1 pb-4">
            <p className="text-t2">{t('me.passwordLead')}</p>
            <NewPassword
              name={name}
              submit={t(since ? 'me.change' : 'me.set')}
              pending={change.isPending}
              error={change.why}
              onSubmit={(password) => change.mutate(password, { onSuccess: () => setOpen(false) })}
            />
          </div>
        </Dialog>
      )}
    </SinceLine>
  );
}
