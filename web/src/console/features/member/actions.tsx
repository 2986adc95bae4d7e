import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeptCopy, Outcome, ShownMember } from '@/console/api/contract';
import type { Call } from '@/console/decision/call';
import { DecisionDialog } from '@/console/decision/decision-dialog';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Dialog } from '@/console/kit/dialog';
import { useKeys } from '@/console/kit/keys';
import { invalidate } from '@/shared/api/invalidate';
import { choiceOf, MEMBER_CALLS } from './calls';
import { KeptCopyDialog } from './kept-copy';

/** What the operator may decide about a member, by the server's own list. */
export function Actions({ member: { member, may, state } }: { member: ShownMember }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [begun, setBegun] = useState<keyof typeof MEMBER_CALLS>();
  const [password, setPassword] = useState('');
  const [copy, setCopy] = useState<KeptCopy>();
  const allowed = (Object.keys(MEMBER_CALLS) as (keyof typeof MEMBER_CALLS)[]).filter((one) => may.includes(one));
  useKeys(Object.fromEntries(allowed.map((one) => [MEMBER_CALLS[one].letter, () => setBegun(one)])), !begun);
  const reread = () => void invalidate(client, ['member']);
  function done(outcome: Outcome) {
    if ('password' in outcome) setPassword(String(outcome.password));
    if ('data' in outcome) setCopy(outcome as KeptCopy);
    reread();
  }
  return (
    <>
      {allowed.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap gap-2">
          <legend className="sr-only">{t('member.actions')}</legend>
          {allowed.map((one) => {
            const { name, letter, danger }: Call = MEMBER_CALLS[one];
            return (
              <Button key={one} variant={danger ? 'danger' : 'secondary'} hint={letter} onClick={() => setBegun(one)}>
                {t(name)}
              </Button>
            );
          })}
        </fieldset>
      )}
      {begun && (
        <DecisionDialog
          key={begun}
          call={MEMBER_CALLS[begun]}
          choice={choiceOf(begun)}
          subject={member.id}
          seen={state}
          onEnd={() => setBegun(undefined)}
          onDone={done}
          onChanged={reread}
        >
          <p className="font-semibold">{member.name}</p>
        </DecisionDialog>
      )}
      {copy && <KeptCopyDialog copy={copy} onClose={() => setCopy(undefined)} />}
      <Dialog open={password !== ''} title={t('act.password')} onClose={() => setPassword('')}>
        <div className="grid gap-3 px-4 pb-4">
          <p className="text-t2">{t('act.shownOnce')}</p>
          <code className="rounded-m bg-s2 px-3 py-2 text-center text-l break-all select-all">{password}</code>
        </div>
      </Dialog>
    </>
  );
}
