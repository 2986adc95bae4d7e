import { Link } from 'react-router';
import type { BookEntry } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { CELL_LINK } from '@/console/kit/link';
import { Panel } from '@/console/kit/panel';
import { accountAddress } from './address';
import { Amount } from './amount';

/** What a transfer did to both of its accounts, step by step: four entries at most. */
export function TransferEntries({ entries }: { entries: readonly BookEntry[] }) {
  const { t } = useI18n();
  const head = ['step', 'side', 'account', 'pending', 'posted', 'balance', 'reserved', 'incoming', 'time'] as const;
  return (
    <Panel title={t('money.entries')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls is reached by the keyboard */}
      <section className="overflow-x-auto" aria-label={t('money.entries')} tabIndex={0}>
        <table className="w-full min-w-[860px] text-left text-s">
          <thead className="text-t3">
            <tr>
              {head.map((name, at) => (
                <th
                  key={name}
                  scope="col"
                  className={`py-1.5 pr-4 font-normal whitespace-nowrap ${at > 2 && at < 8 ? 'text-right' : ''}`}
                >
                  {name === 'posted' ? t('money.change') : t(`money.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={`${entry.batch} ${entry.account} ${entry.version}`} className="border-t border-line">
                <td className="py-2 pr-4 whitespace-nowrap">{t(`money.step.${entry.step}`)}</td>
                <td className="pr-4">{t(`money.side.${entry.side}`)}</td>
                <td className="max-w-[280px] truncate pr-4" title={entry.account}>
                  <Link to={accountAddress(entry.account)} className={CELL_LINK}>
                    {entry.account}
                  </Link>
                </td>
                <td className="pr-4 text-right">
                  <Amount value={entry.pending} change />
                </td>
                <td className="pr-4 text-right">
                  <Amount value={changeOf(entry)} change />
                </td>
                {(['balance', 'reserved', 'incoming'] as const).map((name) => (
                  <td key={name} className="pr-4 text-right">
                    <Amount value={entry[name]} />
                  </td>
                ))}
                <td className="whitespace-nowrap">
                  <Moment at={entry.at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

/** How an entry changed its account's balance. */
export const changeOf = ({ side, posted }: BookEntry) => (side === 'debit' ? -posted : posted);
