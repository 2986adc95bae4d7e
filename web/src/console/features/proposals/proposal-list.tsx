import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Proposal } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { useHouse } from '@/console/kit/house';
import { Icon } from '@/console/kit/icon';
import { ItemRow } from '@/console/kit/item-row';
import { Loaded } from '@/console/kit/loaded';
import { formatMoment } from '@/console/kit/time';
import { actionName } from './action-name';
import { SHOWS, type Show } from './queries';

interface Props {
  show: Show;
  list: UseInfiniteQueryResult;
  rows: readonly Proposal[];
  current: string | undefined;
  /** Of which time the list is. */
  asOf: string | undefined;
  address(id?: string): string;
}

export function ProposalList({ show, list, rows, current, asOf, address }: Props) {
  const { t } = useI18n();
  const { zone } = useHouse();
  return (
    <>
      <div className="grid gap-2 border-b border-line px-3 pt-4 pb-2">
        <h1 className="px-1 text-l font-semibold">{t('proposals.title')}</h1>
        <nav aria-label={t('proposals.title')} className="-mx-3 flex gap-1 overflow-x-auto px-3 pb-1">
          {SHOWS.map((one) => (
            <Link
              key={one}
              to={one === 'waiting' ? '/proposals' : `/proposals?show=${one}`}
              aria-current={one === show ? 'page' : undefined}
              className="target flex shrink-0 items-center rounded-full px-3 text-t2 hover:bg-s2 hover:text-t1 aria-[current=page]:bg-s3 aria-[current=page]:font-semibold aria-[current=page]:text-t1"
            >
              {t(`proposals.${one}`)}
            </Link>
          ))}
        </nav>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded query={list}>{() => (rows.length === 0 ? <Nothing show={show} /> : rows.map(row))}</Loaded>
        {list.hasNextPage && (
          <div className="p-3">
            <Button
              block
              variant="secondary"
              pending={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('proposals.more')}
            </Button>
          </div>
        )}
        {asOf && (
          <p className="px-4 py-3 text-xs text-t3">{t('proposals.asOf', { time: formatMoment(asOf, zone), zone })}</p>
        )}
      </div>
    </>
  );

  function row({ id, action, member, subject, amount, proposedAt, expiresAt, says }: Proposal) {
    return (
      <div key={id} className="border-b border-line">
        <ItemRow
          to={address(id)}
          title={actionName(action)}
          subject={member?.name ?? subject}
          amount={amount}
          since={proposedAt}
          due={expiresAt}
          note={says}
          current={id === current}
        />
      </div>
    );
  }
}

function Nothing({ show }: { show: Show }) {
  const { t } = useI18n();
  return (
    <div className="grid justify-items-center gap-2 px-6 py-16 text-center text-t2">
      <span className="text-jade">
        <Icon name="check" size="l" />
      </span>
      <p>{t(show === 'waiting' ? 'proposals.empty' : 'proposals.none')}</p>
    </div>
  );
}
