import { Link } from 'react-router';
import type { QuarantinedSystem } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { Button } from '@/console/kit/button';
import { LINK, LONE_LINK } from '@/console/kit/link';
import { useOperator } from '@/console/kit/operator';
import { State } from '@/console/kit/state';
import { useSystemName } from '@/console/kit/system';
import { RESTORE_CALLS, type SystemCall } from './calls';
import { ListTable } from './list-table';
import type { Span } from './missing';
import { WhatIsLeft } from './what-is-left';

const TONES = { waiting: 'coral', importing: 'gold', imported: 'sky', lifted: 'jade' } as const;

interface Props {
  system: QuarantinedSystem;
  missing: readonly Span[];
  /** The keys are on it. */
  on: boolean;
  onWant(call: SystemCall): void;
}

/** One system of the outside: whether it rests, what was imported, and what is left. */
export function SystemRow({ system, missing, on, onWant }: Props) {
  const { t } = useI18n();
  const name = useSystemName()(system.system);
  const { state, proposal, liftedAt, liftedBy } = system;
  const allowed = useAllowed()(system);
  return (
    <li
      aria-current={on ? 'true' : undefined}
      className="grid gap-2 border-t border-line px-4 py-3 first:border-t-0 aria-[current=true]:bg-s2"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="flex min-w-0 flex-wrap items-center gap-x-2 font-semibold">
          {name}
          <State tone={TONES[state]}>{t(`restore.${state}`)}</State>
        </h3>
        <div className="flex flex-wrap gap-2">
          {allowed.map((one) => (
            <Button
              key={one}
              variant={one === 'liftQuarantine' && state === 'imported' ? 'primary' : 'secondary'}
              {...(on && { hint: RESTORE_CALLS[one].letter })}
              onClick={() => onWant(one)}
            >
              {t(RESTORE_CALLS[one].name)}
            </Button>
          ))}
        </div>
      </div>
      {liftedAt ? (
        <p className="text-s text-t2">
          <Moment at={liftedAt} /> {liftedBy && t('restore.liftedBy', { name: liftedBy })}
        </p>
      ) : (
        <WhatIsLeft system={system} missing={missing} />
      )}
      {system.system === 'slips' && (
        <p className="max-w-prose text-s text-t2">
          {t('restore.slips')}{' '}
          <Link to="/queue?kind=unmatched" className={LINK}>
            {t('restore.unmatched')}
          </Link>
        </p>
      )}
      {proposal && (
        <Link to={`/proposals/${proposal}`} className={`${LONE_LINK} w-fit text-s`}>
          {t('restore.proposed')}
        </Link>
      )}
      <ListTable of={system} />
    </li>
  );
}

/** What the operator may do with a system now. */
export function useAllowed() {
  const { role } = useOperator();
  return ({ state, takes, asks, proposal }: QuarantinedSystem): SystemCall[] => {
    if (state === 'lifted') return [];
    const calls: SystemCall[] = [];
    if (role === 'cashier' || role === 'chief') {
      if (asks) calls.push('askQuarantine');
      if (takes) calls.push('importQuarantine');
    }
    return role === 'chief' && !proposal ? [...calls, 'liftQuarantine'] : calls;
  };
}
