import type { OutsideSystem } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { SystemState, useSystemName, useWhy } from '@/console/kit/system';
import { grouped } from '@/shared/lib/money';
import type { Wanted } from './brake-form';

interface Props {
  systems: readonly OutsideSystem[];
  onWant(wanted: Wanted): void;
}

/** Every system of the outside, as the node knows it that answered. */
export function SystemList({ systems, onWant }: Props) {
  const { t } = useI18n();
  if (systems.length === 0) return <p className="py-3 text-t2">{t('brakes.noSystems')}</p>;
  return (
    <ul className="grid">
      {systems.map((one) => (
        <One key={one.system} one={one} onWant={onWant} />
      ))}
    </ul>
  );
}

function One({ one, onWant }: { one: OutsideSystem; onWant(wanted: Wanted): void }) {
  const { t } = useI18n();
  const nameOf = useSystemName();
  const { system, state, since, why, detail, stops, calls, readAt, may } = one;
  const says = useWhy(why);
  const stopping = stops && may.includes('stopSystem');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      <div className="grid min-w-0 flex-1 basis-56">
        <span className="font-semibold">{nameOf(system)}</span>
        {(says || detail) && <span className="text-s text-t2">{[says, detail].filter(Boolean).join(' · ')}</span>}
        <span className="text-xs text-t3 tabular-nums">
          {calls &&
            t('brakes.calls', {
              done: grouped(String(calls.done)),
              refused: grouped(String(calls.refused)),
              unknown: grouped(String(calls.unknown)),
              p95: grouped(String(calls.p95)),
            })}
          {readAt && (
            <>
              {calls && ' · '}
              {t('brakes.read')} <Age since={readAt} />
            </>
          )}
        </span>
      </div>
      <span className="flex items-center gap-2 text-s text-t2">
        {since && <Age since={since} />}
        <SystemState state={state} />
      </span>
      <span className="flex min-w-24 justify-end max-sm:min-w-0">
        {stopping && (
          <Button variant="danger" onClick={() => onWant({ what: 'stop', system: stops })}>
            {t('brakes.stop')}
          </Button>
        )}
      </span>
    </li>
  );
}
