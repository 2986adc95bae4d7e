import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { NewToken } from '@/console/api/contract';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { CopyText } from '@/console/kit/copy-text';
import { Dialog } from '@/console/kit/dialog';
import { Field, Select, TextArea } from '@/console/kit/field';
import { useHouse } from '@/console/kit/house';
import { dayOf, momentOf, shiftDay } from '@/console/kit/time';
import { useNow } from '@/console/kit/use-now';
import { Notice } from '@/shared/ui/notice';
import { addToken } from './queries';
import { ScopeList } from './scope-list';
import { readToken } from './token-form';

const A_YEAR = 365;
const LONGEST = 400;

/** Asks for a token, and shows it this once. Another chief approves it; then it counts half an hour later. */
export function TokenDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const { t } = useI18n();
  const { zone } = useHouse();
  const today = dayOf(new Date(useNow()).toISOString(), zone);
  const [role, setRole] = useState<NewToken['role']>('auditor');
  const [wrong, setWrong] = useState(false);
  const made = useMutation({ mutationFn: addToken, onSuccess: onDone });
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const body = readToken(new FormData(event.currentTarget), (day) => momentOf(`${day}T23:59:59`, zone));
    setWrong(!body);
    if (body) made.mutate(body);
  }
  const token = made.data?.token;
  return (
    <Dialog open title={t('token.add')} onClose={() => made.isPending || onClose()}>
      {made.data ? (
        <div className="grid gap-3 px-4 pt-1 pb-4">
          <Notice tone="warning">{t(token ? 'token.once' : 'token.gone')}</Notice>
          {token && <p className="font-mono wrap-anywhere">{token}</p>}
          <p className="text-t2">{t('token.waits')}</p>
          <div className="flex flex-wrap justify-between gap-2">
            {token && <CopyText text={token} />}
            <Button onClick={onClose}>{t('staff.linkDone')}</Button>
          </div>
        </div>
      ) : (
        <form
          className="grid max-h-[72dvh] gap-4 overflow-y-auto px-4 pt-1 pb-4"
          onSubmit={send}
          onChange={() => setWrong(false)}
          noValidate
        >
          {made.error && <Notice tone="error">{errorText(made.error)}</Notice>}
          {wrong && <Notice tone="error">{t('token.incomplete')}</Notice>}
          <div className="grid gap-3 sm:grid-cols-2">
            <Field
              label={t('token.system')}
              name="system"
              hint={t('token.systemHint')}
              maxLength={24}
              autoComplete="off"
              spellCheck={false}
            />
            <Field
              label={t('token.endsAt')}
              name="endsAt"
              type="date"
              defaultValue={shiftDay(today, A_YEAR)}
              min={today}
              max={shiftDay(today, LONGEST - 1)}
            />
            <Select
              label={t('staff.role')}
              name="role"
              value={role}
              onChange={(event) => setRole(event.target.value as NewToken['role'])}
            >
              <option value="auditor">{t('role.auditor')}</option>
              <option value="support">{t('role.support')}</option>
              <option value="cashier">{t('role.cashier')}</option>
            </Select>
            <TextArea
              label={t('field.optional', { name: t('token.addresses') })}
              name="addresses"
              hint={t('token.addressesHint')}
              spellCheck={false}
            />
          </div>
          <ScopeList reads={role === 'auditor'} />
          <TextArea label={t('staff.reason')} name="reason" maxLength={500} />
          <Button type="submit" block pending={made.isPending}>
            {t('token.add')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
