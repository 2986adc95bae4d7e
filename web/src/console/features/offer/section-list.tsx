import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ContentSection, Proposal } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import type { PlainKey } from '@/console/i18n/types';
import { Age } from '@/console/kit/age';
import { Loaded } from '@/console/kit/loaded';
import { State } from '@/console/kit/state';
import { isProposed, useDraftsOf } from './draft-calls';
import { useEdits } from './edits';
import { ExportButton } from './export-button';
import { IMPORT } from './import-pane';
import { CAMPAIGNS, sectionName } from './names';
import { waitingOf } from './queries';

export const addressOf = (section: string, tab?: string) => `/offer/${section}${tab ? `/${tab}` : ''}`;

/** What is beside the sections: figures, and documents. */
const PLACES: readonly (readonly [string, PlainKey])[] = [
  [CAMPAIGNS, 'offer.campaigns'],
  ['wheels', 'offer.wheels'],
  [IMPORT, 'offer.import'],
];

interface Props {
  query: UseQueryResult;
  groups: readonly { name: PlainKey; rows: readonly ContentSection[] }[];
  waiting: readonly Proposal[];
  current: string | undefined;
}

/** All sections, with what is in force of each, and what waits. */
export function SectionList({ query, groups, waiting, current }: Props) {
  const { t } = useI18n();
  return (
    <>
      <header className="grid gap-2 border-b border-line px-4 py-3">
        <h1 className="text-l font-semibold">{t('nav.offer')}</h1>
        <div className="flex flex-wrap gap-2">
          {PLACES.map(([place, name]) => (
            <Link
              key={place}
              to={addressOf(place)}
              aria-current={current === place ? 'page' : undefined}
              className="target inline-flex items-center rounded-m bg-s3 px-3 text-s font-semibold hover:bg-line"
            >
              {t(name)}
            </Link>
          ))}
          <ExportButton />
        </div>
      </header>
      <nav aria-label={t('nav.offer')} className="min-h-0 flex-1 overflow-y-auto pb-4">
        <Loaded query={query}>
          {() =>
            groups.map(({ name, rows }) => (
              <section key={name} aria-label={t(name)} className="grid">
                <h2 className="px-4 pt-4 pb-1 text-xs text-t3">{t(name)}</h2>
                {rows.map((row) => (
                  <Row
                    key={row.section}
                    row={row}
                    waiting={waitingOf(waiting, row.section)}
                    on={row.section === current}
                  />
                ))}
              </section>
            ))
          }
        </Loaded>
      </nav>
    </>
  );
}

function Row({ row, waiting, on }: { row: ContentSection; waiting: readonly Proposal[]; on: boolean }) {
  const { t } = useI18n();
  const { own, others } = useDraftsOf(row.section);
  const edited = row.section in useEdits() || (own !== undefined && !isProposed(own));
  return (
    <Link
      to={addressOf(row.section)}
      aria-current={on ? 'true' : undefined}
      className="flex items-center gap-2 border-l-3 border-transparent px-3.5 py-2 hover:bg-s2 focus-visible:-outline-offset-2 lg:aria-[current=true]:border-gold lg:aria-[current=true]:bg-s1"
    >
      <span className="min-w-0 flex-1 truncate font-semibold">{sectionName(row.section)}</span>
      {edited && <State tone="gold">{t('offer.edited')}</State>}
      {others.length > 0 && <State tone="grey">{others.map(({ by }) => by).join(', ')}</State>}
      <WaitingState waiting={waiting} />
      <span className="text-s text-t2 tabular-nums">
        {row.since ? <Age since={row.since} /> : !row.set && t('offer.unset')}
      </span>
    </Link>
  );
}

/** Whether a change waits for a second person, or for its time. */
function WaitingState({ waiting }: { waiting: readonly Proposal[] }) {
  const { t } = useI18n();
  const open = waiting.some(({ state }) => state === 'open');
  if (waiting.length === 0) return null;
  return <State tone={open ? 'gold' : 'sky'}>{t(open ? 'offer.proposed' : 'offer.scheduled')}</State>;
}
