import { useQuery } from '@tanstack/react-query';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { Loaded } from '@/console/kit/loaded';
import { useOperator } from '@/console/kit/operator';
import { Panel } from '@/console/kit/panel';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { NodeList } from './node-list';
import { nodesQuery, settingsQuery } from './queries';
import { SettingList } from './setting-list';

/** The house's nodes, and what they run with. Nothing is changed here. */
export default function SettingPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const { role } = useOperator();
  const nodes = useQuery(nodesQuery);
  usePageTitle(`${t('nav.settings')} · ${name}`);
  return (
    <div className="mx-auto flex w-full max-w-[1280px] flex-col gap-4 p-4 sm:p-6 lg:min-h-0 lg:flex-1 lg:overflow-y-auto">
      <header className="grid gap-1">
        <h1 className="text-l font-semibold">{t('nav.settings')}</h1>
        <p className="max-w-prose text-s text-t2">{t('setting.lead')}</p>
      </header>
      <Panel title={t('setting.nodes')}>
        <Loaded query={nodes}>{(list) => <NodeList nodes={list} />}</Loaded>
      </Panel>
      {(role === 'chief' || role === 'auditor') && <Settings />}
    </div>
  );
}

/** Only chiefs and auditors may see what the nodes run with. */
function Settings() {
  const { t } = useI18n();
  const settings = useQuery(settingsQuery);
  return (
    <Panel title={t('setting.list')}>
      <Loaded query={settings}>{(list) => <SettingList settings={list} />}</Loaded>
    </Panel>
  );
}
