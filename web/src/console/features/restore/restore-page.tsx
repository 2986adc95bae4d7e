import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Quarantine, QuarantinedSystem } from '@/console/api/contract';
import { DecisionDialog } from '@/console/decision/decision-dialog';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { FactList, Known } from '@/console/kit/fact-list';
import { useHouse } from '@/console/kit/house';
import { useKeys } from '@/console/kit/keys';
import { Loaded } from '@/console/kit/loaded';
import { Panel } from '@/console/kit/panel';
import { useSystemName } from '@/console/kit/system';
import { useCursor } from '@/console/kit/use-cursor';
import { invalidate } from '@/shared/api/invalidate';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { CHOICES, RESTORE_CALLS, type SystemCall } from './calls';
import { basisOf, firstOf, missingSpans, type Span } from './missing';
import { quarantineQuery } from './queries';
import { SystemRow, useAllowed } from './system-row';

/** A restored store: which systems rest, what was imported of each, and what is left before it may be used again. */
export default function RestorePage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const quarantine = useQuery(quarantineQuery);
  usePageTitle(`${t('nav.restore')} · ${name}`);
  return (
    <div className="mx-auto grid w-full max-w-[1080px] content-start gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <header className="grid gap-1">
        <h1 className="text-l font-semibold">{t('nav.restore')}</h1>
        <p className="max-w-prose text-s text-t2">{t('restore.lead')}</p>
      </header>
      <Loaded query={quarantine}>
        {(shown) =>
          shown.since && shown.from ? (
            <Restored quarantine={shown} whole={{ from: shown.from, to: shown.since }} />
          ) : (
            <p className="rounded-l border border-line bg-s1 px-4 py-12 text-center text-t2">{t('restore.never')}</p>
          )
        }
      </Loaded>
    </div>
  );
}

interface Begun {
  call: SystemCall;
  system: string;
}

function Restored({ quarantine, whole }: { quarantine: Quarantine; whole: Span }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const nameOf = useSystemName();
  const allowedFor = useAllowed();
  const { backup, open, systems } = quarantine;
  const [at, setAt] = useState(0);
  const [begun, setBegun] = useState<Begun>();
  const missingOf = ({ lists }: QuarantinedSystem) => missingSpans(whole, lists);
  const chosen = systems[at];
  const want = (call: SystemCall, { system }: QuarantinedSystem) => setBegun({ call, system });
  useCursor({ rows: systems, at, onMove: (_, place) => setAt(place) });
  useKeys(
    Object.fromEntries(
      (chosen ? allowedFor(chosen) : []).map((one) => [RESTORE_CALLS[one].letter, () => chosen && want(one, chosen)]),
    ),
    !begun,
  );
  const reread = () => void invalidate(client, ['quarantine'], ['proposal'], ['me'], ['queue']);
  const decided = begun && systems.find(({ system }) => system === begun.system);
  return (
    <>
      <Panel title={t('restore.when')}>
        <FactList>
          <Known name={t('restore.since')}>
            <Moment at={whole.to} />
          </Known>
          {backup && (
            <Known name={t('restore.backup')}>
              <Moment at={backup} />
            </Known>
          )}
          <Known name={t('restore.from')}>
            <Moment at={whole.from} />
          </Known>
        </FactList>
        <p className={`pt-3 font-semibold ${open ? 'text-coral' : 'text-jade'}`}>
          {open
            ? t('restore.open', { count: systems.filter(({ state }) => state !== 'lifted').length })
            : t('restore.over')}
        </p>
      </Panel>
      <Panel title={t('restore.systems')}>
        <ul className="-mx-4 grid">
          {systems.map((one, place) => (
            <SystemRow
              key={one.system}
              system={one}
              missing={missingOf(one)}
              on={place === at}
              onWant={(call) => want(call, one)}
            />
          ))}
        </ul>
      </Panel>
      {begun && decided && (
        <DecisionDialog
          key={`${begun.call} ${begun.system}`}
          call={RESTORE_CALLS[begun.call]}
          choice={CHOICES[begun.call]}
          subject={begun.system}
          seen={decided.seen}
          first={begun.call === 'importQuarantine' ? firstOf(missingOf(decided)) : basisOf(decided)}
          onEnd={() => setBegun(undefined)}
          onDone={reread}
          onChanged={reread}
        >
          <p className="font-semibold">{nameOf(begun.system)}</p>
        </DecisionDialog>
      )}
    </>
  );
}
