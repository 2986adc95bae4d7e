import { type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import type { Item, Kind } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Button } from '@/console/kit/button';
import { Chip } from '@/console/kit/chip';
import { Inbox } from '@/console/kit/inbox';
import { ItemRow } from '@/console/kit/item-row';
import { KINDS } from '@/console/kit/kinds';
import { Flags } from '@/console/kit/member-link';
import { queueAddress } from './address';
import { countsQuery, filterOf, SHOWS, type Show } from './queries';

interface Props {
  show: Show;
  kind: Kind | undefined;
  list: UseInfiniteQueryResult;
  rows: readonly Item[];
  /** The item that the cursor is on, by its kind and id. */
  current: string | undefined;
  /** Of which time the list is. */
  asOf: string | undefined;
  next: { isPending: boolean };
  /** Undefined: the operator only looks. */
  onNext: (() => void) | undefined;
  address(item: Item): string;
}

export function QueueList({ show, kind, list, rows, current, asOf, next, onNext, address }: Props) {
  const { t } = useI18n();
  return (
    <>
      <div className="grid gap-2 border-b border-line px-3 pt-4 pb-2">
        <div className="flex items-center justify-between gap-3 px-1">
          <h1 className="text-l font-semibold">{t('queue.title')}</h1>
          {onNext && (
            <Button icon="check" hint="n" pending={next.isPending} onClick={onNext}>
              {t('queue.next')}
            </Button>
          )}
        </div>
        <nav aria-label={t('queue.title')} className="-mx-3 flex gap-1 overflow-x-auto px-3">
          {SHOWS.map((one) => (
            <Chip key={one} to={queueAddress(one, kind)} on={one === show}>
              {t(`queue.${one}`)}
            </Chip>
          ))}
        </nav>
        <Kinds show={show} kind={kind} />
      </div>
      <Inbox
        list={list}
        rows={rows}
        asOf={asOf}
        file={{ path: '/api/queue', query: filterOf(show, kind) }}
        empty={t('queue.empty')}
      >
        {row}
      </Inbox>
    </>
  );

  function row(item: Item) {
    const place = `${item.kind}/${item.id}`;
    return (
      <div key={place} className="border-b border-line">
        <ItemRow
          to={address(item)}
          title={t(`kind.${item.kind}`)}
          subject={
            item.member ? (
              <>
                {item.member.name}
                <Flags flags={item.member.flags} />
              </>
            ) : (
              item.id
            )
          }
          amount={item.amount}
          since={item.since}
          due={item.due}
          note={item.claim ? t('queue.has', { name: item.claim.by }) : noteOf(item)}
          current={place === current}
        />
      </div>
    );
  }
}

/** Its number, where the member's name stands in its place. */
const noteOf = ({ member, id }: Item) => (member ? id : undefined);

/** The kinds of which something waits, each with how many. A kind that is chosen stays. */
function Kinds({ show, kind }: { show: Show; kind: Kind | undefined }) {
  const { t } = useI18n();
  const counts = useQuery(countsQuery);
  const shown = KINDS.map((one) => counts.data?.find((count) => count.kind === one)).filter(
    (count) => count !== undefined && (count.count > 0 || count.kind === kind),
  );
  return (
    <nav aria-label={t('queue.kinds')} className="-mx-3 flex min-h-10 gap-1 overflow-x-auto px-3 pb-1">
      {shown.map(
        (one) =>
          one && (
            <Chip
              key={one.kind}
              to={queueAddress(show, one.kind === kind ? undefined : one.kind)}
              on={one.kind === kind}
            >
              {t(`kind.${one.kind}`)}
              <span className={`tabular-nums ${one.late ? 'font-semibold text-coral' : 'text-t3'}`}>{one.count}</span>
            </Chip>
          ),
      )}
    </nav>
  );
}
