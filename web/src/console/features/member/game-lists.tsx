import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ShownMember } from '@/console/api/contract';
import { lookUp, useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { stateName } from '@/console/kit/facts';
import { CELL_LINK } from '@/console/kit/link';
import { reasonName } from '@/console/kit/reason';
import { ListRow, RowList } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';
import { baht, grouped } from '@/shared/lib/money';
import { ownQuery } from './queries';
import { signed } from './sums';

interface Props {
  shown: ShownMember;
}

/** What it has at providers, what differs from their lists, and its coins of the wheel. */
export function GamesTab({ shown: { member } }: Props) {
  const { t } = useI18n();
  const games = useInfiniteQuery(ownQuery(member.id, 'game'));
  const cases = useInfiniteQuery(ownQuery(member.id, 'case'));
  return (
    <>
      <RowList
        title={t('tab.gameAccounts')}
        list={games}
        empty={t('tab.gameAccounts.none')}
        file={{ path: `/api/member/${member.id}/game` }}
      >
        {({ provider, username, amount, result, openedAt, launchedAt, readAt }) => (
          <ListRow key={provider} title={provider} figure={baht(amount)}>
            <span>{t('tab.result', { amount: signed(result) })}</span>
            <span className="text-t3">{username}</span>
            <span>
              {t('tab.since')} <Moment at={openedAt} />
            </span>
            {launchedAt && (
              <span>
                {t('tab.launched')} <Moment at={launchedAt} />
              </span>
            )}
            {readAt && (
              <span>
                {t('tab.read')} <Moment at={readAt} />
              </span>
            )}
          </ListRow>
        )}
      </RowList>
      <RowList
        title={t('tab.cases')}
        list={cases}
        empty={t('tab.cases.none')}
        file={{ path: `/api/member/${member.id}/case` }}
      >
        {({ id, provider, day, kind, reference, ours, theirs, state, foundAt }) => (
          <ListRow
            key={id}
            title={
              <>
                <Link to={`/queue/case/${id}`} className={CELL_LINK}>
                  {provider} · {day}
                </Link>
                <State tone={state === 'closed' ? 'grey' : 'gold'}>{stateName(state)}</State>
              </>
            }
            figure={signed(theirs - ours)}
          >
            <Moment at={foundAt} />
            <span>{reasonName(kind)}</span>
            <span className="text-t3">{reference}</span>
          </ListRow>
        )}
      </RowList>
      <Coins shown={{ member }} />
    </>
  );
}

function Coins({ shown: { member } }: { shown: Pick<ShownMember, 'member'> }) {
  const { t } = useI18n();
  const coins = useInfiniteQuery(ownQuery(member.id, 'coin'));
  return (
    <RowList
      title={t('tab.coins')}
      list={coins}
      empty={t('tab.coins.none')}
      file={{ path: `/api/member/${member.id}/coin` }}
    >
      {({
        id,
        source,
        reference,
        coins: count,
        pending,
        usable,
        spent,
        cancelled,
        taken,
        grantedAt,
        expiresAt,
        undoneAt,
      }) => (
        <ListRow
          key={id}
          title={lookUp(`tab.coins.${source}`) ?? source}
          figure={t('tab.coins.of', { count: grouped(String(count)) })}
        >
          <Moment at={grantedAt} />
          {usable > 0 && <span>{t('tab.coins.usable', { count: String(usable) })}</span>}
          {pending > 0 && <span>{t('tab.coins.pending', { count: String(pending) })}</span>}
          {spent > 0 && <span>{t('tab.coins.spent', { count: String(spent) })}</span>}
          {cancelled + taken > 0 && <span>{t('tab.coins.gone', { count: String(cancelled + taken) })}</span>}
          {usable + pending > 0 && (
            <span>
              {t('member.expires')} <Moment at={expiresAt} />
            </span>
          )}
          {undoneAt && <span>{t('tab.coins.undone')}</span>}
          <span className="text-t3">{reference}</span>
        </ListRow>
      )}
    </RowList>
  );
}
