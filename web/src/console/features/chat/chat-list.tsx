import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Conversation } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import type { PlainKey } from '@/console/i18n/types';
import { Age } from '@/console/kit/age';
import { Chip } from '@/console/kit/chip';
import { Inbox } from '@/console/kit/inbox';
import { LONE_LINK } from '@/console/kit/link';
import { chatAddress } from './address';
import { filterOf, SHOWS, type Show } from './queries';

interface Props {
  show: Show;
  list: UseInfiniteQueryResult;
  rows: readonly Conversation[];
  /** The id of the one that is open. */
  current: string | undefined;
  asOf: string | undefined;
}

const NAMES: Record<Show, PlainKey> = {
  all: 'chat.all',
  waiting: 'chat.waiting',
  unread: 'chat.notRead',
  mine: 'chat.mine',
  others: 'chat.others',
  ended: 'chat.ended',
};

/** The pages behind the desk. */
const BEHIND = [
  { path: '/chat/canned', name: 'chat.canned' },
  { path: '/chat/tally', name: 'chat.tally' },
] as const;

export function ChatList({ show, list, rows, current, asOf }: Props) {
  const { t } = useI18n();
  return (
    <>
      <div className="grid gap-2 border-b border-line px-3 pt-4 pb-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-1">
          <h1 className="text-l font-semibold">{t('chat.title')}</h1>
          <span className="flex gap-3">
            {BEHIND.map(({ path, name }) => (
              <Link key={path} to={path} className={`${LONE_LINK} text-s text-t2`}>
                {t(name)}
              </Link>
            ))}
          </span>
        </div>
        <nav aria-label={t('chat.title')} className="-mx-3 flex gap-1 overflow-x-auto px-3 pb-1">
          {SHOWS.map((one) => (
            <Chip key={one} to={chatAddress(one)} on={one === show}>
              {t(NAMES[one])}
            </Chip>
          ))}
        </nav>
      </div>
      <Inbox
        list={list}
        rows={rows}
        asOf={asOf}
        file={{ path: '/api/chat', query: filterOf(show) }}
        empty={t('chat.empty')}
      >
        {(row) => <Row key={row.id} row={row} to={chatAddress(show, row.id)} current={row.id === current} />}
      </Inbox>
    </>
  );
}

interface RowProps {
  row: Conversation;
  to: string;
  current: boolean;
}

/** A conversation: whose, how long it waits, what was said last, how much of it nobody has seen. */
function Row({ row, to, current }: RowProps) {
  const { t } = useI18n();
  const { member, waitingSince, due, lastAt, unread, last, claim, operator } = row;
  const whose = claim?.by ?? operator;
  return (
    <div className="border-b border-line">
      <Link
        to={to}
        aria-current={current ? 'true' : undefined}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-l-3 border-transparent px-3 py-2.5 hover:bg-s2 focus-visible:-outline-offset-2 lg:aria-[current=true]:border-gold lg:aria-[current=true]:bg-s1"
      >
        <span className={`truncate ${unread > 0 ? 'font-semibold' : ''}`}>{member?.name ?? t('chat.guest')}</span>{' '}
        <span className="text-right text-t2">
          {waitingSince ? <Age since={waitingSince} due={due} /> : <Age since={lastAt} />}
        </span>
        <span className={`truncate ${unread > 0 ? 'text-t1' : 'text-t2'}`}>
          {last.sender === 'other' && <span className="text-t3">{last.operator ?? t('chat.rules')}: </span>}
          {last.text || t(last.type === 'media' ? 'chat.file' : 'chat.unknown')}
        </span>{' '}
        {unread > 0 ? (
          <span className="justify-self-end rounded-full bg-gold px-2 text-xs leading-[22px] font-semibold text-ongold tabular-nums">
            {unread}
            <span className="sr-only"> {t('chat.unread', { count: unread })}</span>
          </span>
        ) : (
          <span />
        )}
        {whose && <span className="col-span-2 truncate text-s text-t3">{t('chat.has', { name: whose })}</span>}
      </Link>
    </div>
  );
}
