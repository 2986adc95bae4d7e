import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Conversation, ShownMember } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age, Moment } from '@/console/kit/age';
import { LINK } from '@/console/kit/link';
import { ListRow, RowList } from '@/console/kit/row-list';
import { State } from '@/console/kit/state';
import { chatsQuery } from './queries';

/** What the member and the house said to each other. Each conversation is answered at the chat desk. */
export function ChatsTab({ shown: { member } }: { shown: ShownMember }) {
  const { t } = useI18n();
  const list = useInfiniteQuery(chatsQuery(member.id));
  return (
    <RowList
      title={t('tab.chats')}
      list={list}
      empty={t('tab.chats.none')}
      file={{ path: '/api/chat', query: { member: member.id } }}
    >
      {(one) => <Row key={one.id} one={one} />}
    </RowList>
  );
}

function Row({ one }: { one: Conversation }) {
  const { t } = useI18n();
  const { id, open, waitingSince, due, lastAt, last, unread, operator, claim } = one;
  const whose = claim?.by ?? operator;
  return (
    <ListRow
      title={
        <>
          <Link to={`/chat/${id}`} className={LINK}>
            <Moment at={lastAt} />
          </Link>
          <State tone={waitingSince ? 'gold' : open ? 'jade' : 'grey'}>
            {t(waitingSince ? 'tab.chats.waits' : open ? 'tab.chats.open' : 'tab.chats.ended')}
          </State>
        </>
      }
      figure={unread > 0 ? t('tab.chats.unread', { count: unread }) : undefined}
    >
      {waitingSince && <Age since={waitingSince} due={due} />}
      {whose && <span>{whose}</span>}
      <span className="min-w-0">
        {last.sender === 'other' && <span className="text-t3">{last.operator ?? t('tab.chats.rules')}: </span>}
        {last.text || t('tab.chats.file')}
      </span>
    </ListRow>
  );
}
