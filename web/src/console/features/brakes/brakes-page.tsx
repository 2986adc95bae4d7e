import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { Loaded } from '@/console/kit/loaded';
import { Panel } from '@/console/kit/panel';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { BrakeForm, type Wanted } from './brake-form';
import { brakesQuery, systemsQuery } from './queries';
import { StoppedList } from './stopped-list';
import { SystemList } from './system-list';

/** What is stopped, since when and why, and how every other system of the outside is. */
export default function BrakesPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const brakes = useQuery(brakesQuery);
  const systems = useQuery(systemsQuery);
  const [wanted, setWanted] = useState<Wanted>();
  usePageTitle(`${t('brakes.title')} · ${name}`);
  return (
    <div className="mx-auto grid w-full max-w-[1080px] content-start gap-4 p-4 sm:p-6 lg:min-h-0 lg:overflow-y-auto">
      <h1 className="text-l font-semibold">{t('brakes.title')}</h1>
      <Panel title={t('brakes.stopped')}>
        <Loaded query={brakes}>{(stopped) => <StoppedList stopped={stopped} onWant={setWanted} />}</Loaded>
      </Panel>
      <Panel title={t('brakes.systems')} aside={t('brakes.node')}>
        <Loaded query={systems}>{(all) => <SystemList systems={all} onWant={setWanted} />}</Loaded>
      </Panel>
      {wanted && <BrakeForm wanted={wanted} onClose={() => setWanted(undefined)} />}
    </div>
  );
}
