import { useQuery } from '@tanstack/react-query';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { Loaded } from '@/console/kit/loaded';
import { Panel } from '@/console/kit/panel';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { CodesPanel } from './codes-panel';
import { KindsPanel } from './kinds-panel';
import { PasskeyList } from './passkey-list';
import { PasswordPanel } from './password-panel';
import { secretsQuery, sessionsQuery } from './queries';
import { SessionList } from './session-list';
import { TelephonePanel } from './telephone-panel';

/** An operator's own secrets and sessions. Each change of a secret has to be confirmed. */
export default function MePage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const secrets = useQuery(secretsQuery);
  const sessions = useQuery(sessionsQuery);
  usePageTitle(`${t('me.title')} · ${name}`);
  return (
    <div className="mx-auto grid w-full max-w-[860px] content-start gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <h1 className="text-l font-semibold">{t('me.title')}</h1>
      <Loaded query={secrets}>
        {({ passkeys, password, totp, recoveryLeft }) => (
          <>
            <Panel title={t('me.passkeys')}>
              <PasskeyList passkeys={passkeys} />
            </Panel>
            <Panel title={t('signin.password')}>
              <PasswordPanel since={password?.since} own={recoveryLeft > 0 || Boolean(password)} />
            </Panel>
            <Panel title={t('me.telephone')}>
              <TelephonePanel since={totp?.since} own={recoveryLeft > 0 || Boolean(password)} />
            </Panel>
            <Panel title={t('secret.codes')}>
              <CodesPanel left={recoveryLeft} has={recoveryLeft > 0 || Boolean(password)} />
            </Panel>
          </>
        )}
      </Loaded>
      <Panel title={t('me.kinds')}>
        <KindsPanel />
      </Panel>
      <Panel title={t('me.sessions')}>
        <Loaded query={sessions}>{({ items }) => <SessionList sessions={items} />}</Loaded>
      </Panel>
    </div>
  );
}
