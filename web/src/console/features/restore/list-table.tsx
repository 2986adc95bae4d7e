import { Link } from 'react-router';
import type { QuarantinedSystem } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { useSystemName } from '@/console/kit/system';

/** The lists of a system that were imported: what of each was known, is booked now, or became a case. */
export function ListTable({ of: { system, lists } }: { of: Pick<QuarantinedSystem, 'system' | 'lists'> }) {
  const { t } = useI18n();
  const name = useSystemName()(system);
  if (lists.length === 0) return null;
  const label = t('restore.lists', { name });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left text-s">
        <caption className="sr-only">{label}</caption>
        <thead className="text-t3">
          <tr>
            <th scope="col" className="py-1 pr-3 font-normal">
              {t('restore.span')}
            </th>
            {(['rows', 'known', 'booked', 'case'] as const).map((one) => (
              <th key={one} scope="col" className="py-1 pl-3 text-right font-normal whitespace-nowrap">
                {t(`restore.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lists.map(({ id, asked, failure, from, to, done, rows, known, booked, cases }) => (
            <tr key={id} className="border-t border-line">
              <td className="py-1 pr-3">
                <Link to={`/restore/list/${id}`} className="target underline-offset-4 hover:underline">
                  <Moment at={from} /> – <Moment at={to} />
                </Link>
                {asked && <span className="text-t2"> · {t('restore.asked')}</span>}
                {failure && <span className="text-coral"> · {t('restore.failed')}</span>}
                {!done && <span className="text-gold"> · {t('restore.importing')}</span>}
              </td>
              {[rows, known, booked, cases].map((count, place) => (
                <td key={['rows', 'known', 'booked', 'cases'][place]} className="py-1 pl-3 text-right tabular-nums">
                  {count}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
