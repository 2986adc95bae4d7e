import { Link } from 'react-router';
import type { Today } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age } from '@/console/kit/age';
import { Panel } from '@/console/kit/panel';
import { SystemState, useSystemName, useWhy } from '@/console/kit/system';

/** The systems of the outside: those that are not up, and how many are. */
export function Systems({ systems }: { systems: Today['systems'] }) {
  const { t } = useI18n();
  const off = systems.filter(({ state }) => state !== 'up');
  return (
    <Panel
      title={t('today.systems')}
      aside={
        <Link to="/brakes" className="text-t2 underline hover:text-t1">
          {t('today.toBrakes')}
        </Link>
      }
    >
      {off.length === 0 && <p className="py-3 text-t2">{t('today.allUp', { count: systems.length })}</p>}
      <ul className="grid">
        {off.map((one) => (
          <Off key={one.system} system={one} />
        ))}
      </ul>
      {off.length > 0 && (
        <p className="border-t border-line pt-2 text-s text-t3">
          {t('today.othersUp', { count: systems.length - off.length })}
        </p>
      )}
    </Panel>
  );
}

function Off({ system: { system, state, since, why, detail } }: { system: Today['systems'][number] }) {
  const nameOf = useSystemName();
  const says = useWhy(why);
  return (
    <li className="grid gap-0.5 border-t border-line py-2 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="font-semibold">{nameOf(system)}</span>
        <span className="flex items-center gap-2 text-s text-t2">
          {since && <Age since={since} />}
          <SystemState state={state} />
        </span>
      </div>
      {(says || detail) && <p className="text-s text-t2">{[says, detail].filter(Boolean).join(' · ')}</p>}
    </li>
  );
}
