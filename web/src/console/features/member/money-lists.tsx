import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OwnArrival, OwnWithdrawal, ShownMember } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Age, Moment } from '@/console/kit/age';
import { stateName } from '@/console/kit/facts';
import { CELL_LINK, LONE_LINK } from '@/console/kit/link';
import { reasonName } from '@/console/kit/reason';
import { ListRow, RowList } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';
import { baht } from '@/shared/lib/money';
import { ownQuery } from './queries';

const ARRIVALS: Record<OwnArrival['state'], 'jade' | 'gold' | 'coral' | 'grey'> = {
  credited: 'jade',
  released: 'jade',
  held: 'gold',
  unmatched: 'gold',
  returned: 'grey',
  reversed: 'coral',
};

const WITHDRAWALS: Record<OwnWithdrawal['state'], 'jade' | 'gold' | 'coral' | 'grey' | 'sky'> = {
  requested: 'sky',
  review: 'gold',
  sending: 'sky',
  paid: 'jade',
  returned: 'grey',
  bounced: 'coral',
};

interface Props {
  shown: ShownMember;
}

/** What arrived for it, and what it withdrew. */
export function MoneyTab({ shown: { member } }: Props) {
  const { t } = useI18n();
  const arrivals = useInfiniteQuery(ownQuery(member.id, 'arrival'));
  const withdrawals = useInfiniteQuery(ownQuery(member.id, 'withdrawal'));
  return (
    <>
      <RowList
        title={t('tab.withdrawals')}
        list={withdrawals}
        empty={t('tab.withdrawals.none')}
        file={{ path: `/api/member/${member.id}/withdrawal` }}
      >
        {({ reference, state, why, reason, bank, account, outside, automatic, amount, requestedAt, since }) => (
          <ListRow
            key={reference}
            title={
              <>
                <Link to={`/money/transfer/${reference}`} className={CELL_LINK}>
                  {reference}
                </Link>
                <State tone={WITHDRAWALS[state]}>{stateName(state)}</State>
              </>
            }
            figure={baht(amount)}
          >
            <Moment at={requestedAt} />
            {state !== 'requested' && (
              <span>
                {stateName(state)} <Moment at={since} />
              </span>
            )}
            <span>{`${bank} ${account}`}</span>
            {automatic && <span>{t('tab.automatic')}</span>}
            {why.length > 0 && <span>{why.map(reasonName).join(' · ')}</span>}
            {reason && <span>{reasonName(reason)}</span>}
            {outside && <span className="text-t3">{outside}</span>}
          </ListRow>
        )}
      </RowList>
      <RowList
        title={t('tab.arrivals')}
        list={arrivals}
        empty={t('tab.arrivals.none')}
        file={{ path: `/api/member/${member.id}/arrival` }}
      >
        {({ id, account, channel, reference, amount, state, reason, payer, paidAt }) => (
          <ListRow
            key={id}
            title={
              <>
                {lookUp(`channel.${channel}`) ?? channel}
                <State tone={ARRIVALS[state]}>{stateName(state)}</State>
              </>
            }
            figure={baht(amount)}
          >
            <Moment at={paidAt} />
            {payer.bank && <span>{`${payer.bank} ${payer.account} ${payer.name} → ${account}`}</span>}
            {!payer.bank && <span>{account}</span>}
            {reason && <span>{reasonName(reason)}</span>}
            <span className="text-t3">{reference || id}</span>
          </ListRow>
        )}
      </RowList>
    </>
  );
}

/** The browsers that it logged in from. One that others have, too, leads to its group. */
export function Devices({ shown: { member } }: Props) {
  const { t } = useI18n();
  const list = useInfiniteQuery(ownQuery(member.id, 'device'));
  return (
    <RowList
      title={t('tab.devices')}
      list={list}
      empty={t('tab.devices.none')}
      file={{ path: `/api/member/${member.id}/device` }}
    >
      {({ key, members, firstAt, lastAt, withdrewAt }) => (
        <ListRow
          key={key}
          title={<span className="font-mono text-s">{key.slice(0, 12)}</span>}
          figure={
            members > 1 && (
              <Link to={`/risk/device/${key}`} className={LONE_LINK}>
                {t('tab.deviceShared', { count: String(members) })}
              </Link>
            )
          }
        >
          <span>
            {t('tab.seen')} <Age since={lastAt} />
          </span>
          <span>
            {t('tab.since')} <Moment at={firstAt} />
          </span>
          {withdrewAt && <span>{t('tab.withdrewFrom')}</span>}
        </ListRow>
      )}
    </RowList>
  );
}
