import { Link } from 'react-router';
import type { FinanceReport, FinanceRow } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { CELL_LINK } from '@/console/kit/link';
import { useOperator } from '@/console/kit/operator';
import { formatDay, formatMoment } from '@/console/kit/time';
import { Notice } from '@/shared/ui/notice';
import { accountAddress } from './address';
import { Amount, signed } from './amount';
import { linesOf, missing, partsOf, type Told, turnoversOf } from './finance-lines';

interface Props {
  report: FinanceReport;
  /** The time of the report has not ended. */
  going: boolean;
}

/** The report as it is read and printed: each line, where it comes from, and whether all of them add up. */
export function FinanceTable({ report: { rows, asOf, whole }, going }: Props) {
  const { t } = useI18n();
  const { zone } = useHouse();
  const { name } = useOperator();
  return (
    <div className="grid gap-4">
      {!whole && <Notice tone="warning">{t('finance.adding')}</Notice>}
      {going && <Notice tone="info">{t('finance.going')}</Notice>}
      {rows.map((row) => (
        <One key={row.day} row={row} />
      ))}
      <p className="text-xs text-t3 tabular-nums">{t('finance.asOf', { time: formatMoment(asOf, zone), zone })}</p>
      <p className="hidden text-xs print:block">
        {t('finance.printed', { time: formatMoment(new Date().toISOString(), zone), name })}
      </p>
    </div>
  );
}

function One({ row }: { row: FinanceRow }) {
  const { t } = useI18n();
  const { name } = useHouse();
  const left = missing(row);
  const turnovers = turnoversOf(row);
  const days =
    row.day === row.until
      ? formatDay(row.day)
      : t('finance.span', { from: formatDay(row.day), to: formatDay(row.until) });
  return (
    <section className="grid gap-2 rounded-l border border-line bg-s1 px-4 pt-3 pb-4 print:border-0 print:p-0">
      <h2 className="text-m font-semibold tabular-nums print:hidden">{days}</h2>
      <table className="w-full text-left text-s">
        <thead className="text-t3">
          <tr className="hidden print:table-row">
            {/* On paper it is above each page. */}
            <th colSpan={3} className="pb-3 text-left text-m font-semibold">
              {name} · {t('money.finance')} · {days}
            </th>
          </tr>
          <tr>
            <th scope="col" className="py-1.5 pr-4 font-normal">
              {t('finance.line')}
            </th>
            <th scope="col" className="py-1.5 pr-4 font-normal max-sm:hidden">
              {t('finance.proof')}
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              {t('finance.baht')}
            </th>
          </tr>
        </thead>
        <tbody>
          <Sum name={t('finance.opening')} from={t('finance.from.flows')} amount={row.opening} />
          {linesOf(row).map((line) => (
            <Row key={line.id} line={line} />
          ))}
          <Sum name={t('finance.closing')} from={t('finance.from.balance')} amount={row.closing} />
        </tbody>
        <tbody className="break-inside-avoid">
          <tr className="border-t border-line">
            <th scope="rowgroup" colSpan={3} className="pt-5 pb-1.5 font-normal text-t3">
              {t('finance.ofClosing')}
            </th>
          </tr>
          {partsOf(row).map((line) => (
            <Row key={line.id} line={line} />
          ))}
        </tbody>
        {turnovers.length > 0 && (
          <tbody className="break-inside-avoid">
            <tr className="border-t border-line">
              <th scope="rowgroup" colSpan={3} className="pt-5 pb-1.5 font-normal text-t3">
                {t('finance.turnovers')}
              </th>
            </tr>
            {turnovers.map((line) => (
              <Row key={line.id} line={line} />
            ))}
          </tbody>
        )}
      </table>
      {left === 0 && row.whole ? (
        <Notice tone="success">{t('finance.whole')}</Notice>
      ) : (
        <Notice tone="error">{t('finance.notWhole', { amount: signed(left) })}</Notice>
      )}
    </section>
  );
}

const CELL = 'border-t border-line py-1.5 align-top print:py-0.5';

function Row({ line: { name, of = '', amount, count, accounts, from } }: { line: Told }) {
  const { t } = useI18n();
  return (
    <tr className="break-inside-avoid">
      <th scope="row" className={`${CELL} pr-4 font-normal`}>
        {name === 'finance.in' || name === 'finance.out' || name === 'finance.ggr' || name === 'finance.turnover'
          ? t(name, { of })
          : t(name)}
        {count !== undefined && <span className="text-xs text-t3"> · {t('finance.count', { count })}</span>}
      </th>
      <td className={`${CELL} pr-4 text-t2 max-sm:hidden`}>
        {accounts.map((account) => (
          <Source key={account} account={account} />
        ))}
        {from && t(from)}
      </td>
      <td className={`${CELL} text-right whitespace-nowrap`}>
        {amount === null ? (
          <span className="text-t3">{t('finance.unreported')}</span>
        ) : (
          <Amount value={amount} change={name !== 'finance.turnover'} />
        )}
      </td>
    </tr>
  );
}

/** An account that a line is the sum of; those of all members have no page. */
function Source({ account }: { account: string }) {
  return (
    <>
      {account.includes('…') ? (
        account
      ) : (
        <Link to={accountAddress(account)} className={CELL_LINK}>
          {account}
        </Link>
      )}{' '}
    </>
  );
}

function Sum({ name, from, amount }: { name: string; from: string; amount: number }) {
  return (
    <tr className="break-inside-avoid font-semibold">
      <th scope="row" className={`${CELL} pr-4`}>
        {name}
      </th>
      <td className={`${CELL} pr-4 font-normal text-t2 max-sm:hidden`}>{from}</td>
      <td className={`${CELL} text-right whitespace-nowrap`}>
        <Amount value={amount} />
      </td>
    </tr>
  );
}
