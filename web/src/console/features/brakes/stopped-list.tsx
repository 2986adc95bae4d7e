import { Link } from 'react-router';
import type { StoppedSystem } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Age, Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { FactList, Known } from '@/console/kit/fact-list';
import { LONE_LINK } from '@/console/kit/link';
import { useSystemName } from '@/console/kit/system';
import { Notice } from '@/shared/ui/notice';
import { useAgainst } from './against';
import type { Wanted } from './brake-form';

interface Props {
  stopped: readonly StoppedSystem[];
  onWant(wanted: Wanted): void;
}

/** What is stopped, longest first: why, what that ends, what members see, and the way back. */
export function StoppedList({ stopped, onWant }: Props) {
  const { t } = useI18n();
  if (stopped.length === 0) return <p className="py-3 text-t2">{t('brakes.none')}</p>;
  return (
    <ul className="grid">
      {stopped.map((one) => (
        <Stopped key={one.system} one={one} onWant={onWant} />
      ))}
    </ul>
  );
}

function Stopped({ one, onWant }: { one: StoppedSystem; onWant(wanted: Wanted): void }) {
  const { t } = useI18n();
  const nameOf = useSystemName();
  const againstName = useAgainst();
  const { system, since, cause, found, why, by, effect, state, stands, credentials, proposal, may } = one;
  const call = may.find((id) => id === 'resumeSystem' || id === 'acceptCredentials');
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold">{nameOf(system)}</h3>
        <span className="text-s text-t2">
          <Age since={since} />
        </span>
      </div>
      <FactList>
        <Known name={t('brakes.since')}>
          <Moment at={since} />
        </Known>
        <Known name={t('brakes.cause')}>
          {lookUp(`system.why.${cause}`) ?? cause}
          {by && ` · ${by}`}
        </Known>
        <Known name={t('brakes.why')}>{found.map(againstName).join('\n') || why}</Known>
        <Known name={t('brakes.ends')}>{effect.map((code) => lookUp(`effect.${code}`) ?? code).join('\n')}</Known>
        <Known name={t('brakes.members')}>{lookUp(`brakes.see.${system.split(':')[0]}`) ?? t('brakes.see')}</Known>
      </FactList>
      {credentials && <Notice tone="warning">{t('brakes.changed')}</Notice>}
      {stands.length > 0 && !credentials && (
        <Notice tone="warning" title={t('brakes.stands')}>
          <ul>
            {stands.map((one) => (
              <li key={`${one.kind} ${one.provider}`}>{againstName(one)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {proposal ? (
        <Link to={`/proposals/${proposal}`} className={`${LONE_LINK} w-fit text-s`}>
          {t(credentials ? 'brakes.credentialProposed' : 'brakes.proposed')}
        </Link>
      ) : (
        call && (
          <div>
            <Button
              variant="secondary"
              onClick={() =>
                onWant(
                  call === 'acceptCredentials' && credentials
                    ? { what: 'credential', system, seen: credentials.state }
                    : { what: 'resume', system, seen: state },
                )
              }
            >
              {t(call === 'acceptCredentials' ? 'brakes.credential' : 'brakes.resume')}
            </Button>
          </div>
        )
      )}
    </li>
  );
}
