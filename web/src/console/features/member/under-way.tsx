import { Link } from 'react-router';
import type { UnderWay } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import type { PlainKey } from '@/console/i18n/types';
import { Age } from '@/console/kit/age';
import { Panel } from '@/console/kit/panel';
import { reasonName } from '@/console/kit/reason';
import { State } from '@/console/kit/state';
import { baht } from '@/shared/lib/money';
import { placeName } from './names';

const NAMES: Record<UnderWay['what'], PlainKey> = {
  withdrawal: 'way.withdrawal',
  payout: 'way.payout',
  transfer: 'way.transfer',
  unsettled: 'way.unsettled',
  held: 'way.held',
  slip: 'way.slip',
  declared: 'way.declared',
  truelink: 'way.link',
  qr: 'way.qr',
  proposal: 'way.proposal',
  receivable: 'way.owed',
};

/** What has not ended, why, and since when: the answer to "where is my money?". */
export function UnderWayPanel({ rows }: { rows: readonly UnderWay[] }) {
  const { t } = useI18n();
  return (
    <Panel title={t('member.underWay')}>
      {rows.length === 0 && <p className="py-2 text-t2">{t('member.nothing')}</p>}
      <ul className="grid">
        {rows.map((row) => (
          <Row key={`${row.what}/${row.reference}`} row={row} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ row }: { row: UnderWay }) {
  const { t } = useI18n();
  const { what, reference, amount, from, to, state, why, since, due, waits } = row;
  return (
    <li className="grid gap-0.5 border-t border-line py-2.5 first:border-t-0">
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="font-semibold">{t(NAMES[what])}</span>
          <State tone={waits ? 'gold' : 'grey'}>{t(waits ? 'member.waits' : 'member.goesOn')}</State>
        </span>
        <span className="font-semibold tabular-nums">{amount > 0 ? baht(amount) : t('member.amountUnknown')}</span>
      </p>
      <p className="flex flex-wrap gap-x-3 text-t2">
        {since && <Age since={since} due={due} />}
        {from && to && <span>{`${placeName(from)} → ${placeName(to)}`}</span>}
        {waits ? (
          <Link to={placeOf(row)} className="break-all underline decoration-line underline-offset-4">
            {reference}
          </Link>
        ) : (
          <span className="break-all text-t3">{reference}</span>
        )}
      </p>
      {(why.length > 0 || !waits) && (
        <p className="text-t2">
          {why.length > 0 ? why.map(reasonName).join(' · ') : (lookUp(`way.state.${state}`) ?? state)}
        </p>
      )}
    </li>
  );
}

/** Where it is decided. */
const placeOf = ({ what, reference }: UnderWay) =>
  what === 'proposal' ? `/proposals/${reference}` : `/queue/${what}/${encodeURIComponent(reference)}`;
