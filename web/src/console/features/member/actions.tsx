import { useState } from 'react';
import type { ShownMember } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Dialog } from '@/console/kit/dialog';
import { useKeys } from '@/console/kit/keys';
import { AskDialog } from './ask-dialog';
import { DECISIONS, type MemberDecision } from './decisions';

/** What the operator may decide about a member, by the server's own list. */
export function Actions({ member }: { member: ShownMember }) {
  const { t } = useI18n();
  const [what, setWhat] = useState<MemberDecision>();
  const [password, setPassword] = useState('');
  const allowed = DECISIONS.filter(({ call }) => member.may.includes(call));
  useKeys(Object.fromEntries(allowed.map((one) => [one.letter, () => setWhat(one)])));
  if (allowed.length === 0) return null;
  return (
    <>
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">{t('member.actions')}</legend>
        {allowed.map((one) => (
          <Button
            key={one.call}
            variant={one.danger ? 'danger' : 'secondary'}
            hint={one.letter}
            onClick={() => setWhat(one)}
          >
            {t(one.name)}
          </Button>
        ))}
      </fieldset>
      {what && (
        <AskDialog
          key={what.call}
          shown={member}
          what={what}
          onClose={() => setWhat(undefined)}
          onPassword={setPassword}
        />
      )}
      <Dialog open={password !== ''} title={t('act.password')} onClose={() => setPassword('')}>
        <div className="grid gap-3 px-4 pb-4">
          <p className="text-t2">{t('act.shownOnce')}</p>
          <code className="rounded-m bg-s2 px-3 py-2 text-center text-l break-all select-all">{password}</code>
        </div>
      </Dialog>
    </>
  );
}
