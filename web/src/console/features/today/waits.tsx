import { Link } from 'react-router';
import type { Today } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Age } from '@/console/kit/age';
import { Panel } from '@/console/kit/panel';

/** What waits for a person, by kind: what is late comes first, then what waits longest. A kind leads into the queue. */
export function Waits({ waits }: { waits: Today['waits'] }) {
  const { t } = useI18n();
  const shown = waits
    .filter(({ count }) => count > 0)
    .sort((a, b) => Number(b.late) - Number(a.late) || (a.due ?? '9').localeCompare(b.due ?? '9'));
  return (
    <Panel
      title={t('today.waits')}
      aside={
        <Link to="/queue" className="text-t2 underline hover:text-t1">
          {t('today.toQueue')}
        </Link>
      }
    >
      {shown.length === 0 && <p className="py-3 text-t2">{t('today.nothingWaits')}</p>}
      <ul className="-mx-4 grid">
        {shown.map(({ kind, count, oldest, due, late }) => (
          <li key={kind} className="border-t border-line first:border-t-0">
            <Link
              to={`/queue?kind=${kind}`}
              className="target flex items-center gap-3 px-4 py-1 hover:bg-s2 focus-visible:-outline-offset-2"
            >
              <span className="min-w-0 flex-1">{lookUp(`kind.${kind}`) ?? kind}</span>
              <span className="text-t2">{oldest && <Age since={oldest} due={due} />}</span>
              <span className={`min-w-10 text-right font-semibold tabular-nums ${late ? 'text-coral' : ''}`}>
                {count}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
