import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { useKeys } from '@/console/kit/keys';
import { TwoPanes } from '@/console/kit/two-panes';
import { useCursor } from '@/console/kit/use-cursor';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { CampaignsPane } from './campaigns-pane';
import { IMPORT, ImportPane } from './import-pane';
import { CAMPAIGNS, GROUPS, REST } from './names';
import { sectionsQuery, useWaiting } from './queries';
import { addressOf, SectionList } from './section-list';
import { SectionPane } from './section-pane';
import { WHEELS, WheelPane } from './wheel-pane';

const KNOWN = GROUPS.flatMap(({ sections }) => sections as readonly string[]);

/** What is no section, by its place in the address. */
const OWN: Readonly<Record<string, ComponentType>> = {
  [IMPORT]: ImportPane,
  [CAMPAIGNS]: CampaignsPane,
  [WHEELS]: WheelPane,
};

/** What members are offered and read: every section of the content, and beside them one of it. */
export default function OfferPage() {
  const { t } = useI18n();
  const { name: house } = useHouse();
  const { section, tab } = useParams();
  const navigate = useNavigate();
  const list = useQuery(sectionsQuery);
  const waiting = useWaiting();
  const all = list.data?.items ?? [];
  const groups = [
    ...GROUPS,
    { name: REST, sections: all.map((one) => one.section).filter((one) => !KNOWN.includes(one)) } as const,
  ]
    .map(({ name, sections }) => ({
      name,
      rows: sections.flatMap((one) => all.filter((row) => row.section === one)),
    }))
    .filter(({ rows }) => rows.length > 0);
  const rows = groups.flatMap((group) => group.rows);
  const current = section ?? rows[0]?.section;
  const Own = current && OWN[current];
  const open = (one: { section: string }) => void navigate(addressOf(one.section), { replace: Boolean(section) });
  useCursor({ rows, at: rows.findIndex((row) => row.section === current), onMove: open, onOpen: open });
  useKeys({ escape: () => void navigate('/offer') }, Boolean(section));
  usePageTitle(`${t('nav.offer')} · ${house}`);
  return (
    <TwoPanes
      open={Boolean(section)}
      back="/offer"
      list={<SectionList query={list} groups={groups} waiting={waiting} current={current} />}
      one={Own ? <Own /> : current && <SectionPane key={current} section={current} tab={tab} waiting={waiting} />}
    />
  );
}
