import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { FactList, Known } from '@/console/kit/fact-list';
import { useHouse } from '@/console/kit/house';
import { Loaded } from '@/console/kit/loaded';
import { Mark } from '@/console/kit/mark';
import { RecoveryCodes } from '@/console/kit/recovery-codes';
import { invalidate } from '@/shared/api/invalidate';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { Notice } from '@/shared/ui/notice';
import { invitationQuery } from './calls';
import { PasskeyStep } from './passkey-step';
import { SecretSteps } from './secret-steps';

/** Where an invitation's link leads: who is invited sets its secrets, keeps its recovery codes, and is signed in. */
export default function InvitationPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const secret = decodeURIComponent(useLocation().hash.slice(1));
  const [codes, setCodes] = useState<string[]>();
  const navigate = useNavigate();
  const client = useQueryClient();
  usePageTitle(`${t('invitation.title')} · ${name}`);
  async function goOn() {
    await invalidate(client, ['me']);
    void navigate('/', { replace: true });
  }
  return (
    <main className="grid min-h-dvh justify-items-center px-4 py-8">
      <div className="grid w-full max-w-[420px] content-center gap-6">
        <header className="grid justify-items-center gap-3 text-center">
          <Mark large />
          <div>
            <h1 className="text-xl font-semibold">{t(codes ? 'secret.codes' : 'invitation.title')}</h1>
            <p className="text-t2">{t('signin.lead', { house: name })}</p>
          </div>
        </header>
        <div className="grid gap-5 rounded-xl border border-line bg-s1 p-5 sm:p-6">
          {codes && <RecoveryCodes codes={codes} onKept={() => void goOn()} />}
          {!codes && !secret && <Notice tone="error">{t('invitation.none')}</Notice>}
          {!codes && secret && <Invited secret={secret} onSet={setCodes} />}
        </div>
      </div>
    </main>
  );
}

interface ChosenProps {
  ways: readonly string[];
  invitation: string;
  name: string;
  onSet(codes: string[]): void;
}

/** A passkey where the house has them; a password for a device that makes none. */
function Chosen({ ways, ...rest }: ChosenProps) {
  const { t } = useI18n();
  const [password, setPassword] = useState(!ways.includes('passkey'));
  return (
    <>
      {password ? <SecretSteps {...rest} /> : <PasskeyStep invitation={rest.invitation} onSet={rest.onSet} />}
      {ways.includes('passkey') && (
        <Button variant="ghost" onClick={() => setPassword(!password)}>
          {t(password ? 'invitation.usePasskey' : 'invitation.usePassword')}
        </Button>
      )}
    </>
  );
}

function Invited({ secret, onSet }: { secret: string; onSet(codes: string[]): void }) {
  const { t } = useI18n();
  const query = useQuery(invitationQuery(secret));
  return (
    <Loaded query={query}>
      {({ name, role, invitedBy, endsAt, ways }) => (
        <>
          <FactList>
            <Known name={t('signin.name')}>{name}</Known>
            <Known name={t('invitation.role')}>{t(`role.${role}`)}</Known>
            <Known name={t('invitation.by')}>{invitedBy === 'node' ? t('invitation.node') : invitedBy}</Known>
            <Known name={t('invitation.until')}>
              <Moment at={endsAt} />
            </Known>
          </FactList>
          <Chosen ways={ways} invitation={secret} name={name} onSet={onSet} />
        </>
      )}
    </Loaded>
  );
}
