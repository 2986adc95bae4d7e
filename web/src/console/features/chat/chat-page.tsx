import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { Conversation } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { useHouse } from '@/console/kit/house';
import { useKeys } from '@/console/kit/keys';
import { TwoPanes } from '@/console/kit/two-panes';
import { useCursor } from '@/console/kit/use-cursor';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { chatAddress } from './address';
import { ChatList } from './chat-list';
import { ChatPane } from './chat-pane';
import { useOutbox } from './outbox';
import { listQuery, SHOWS } from './queries';

const NONE: readonly Conversation[] = [];

/**
 * The chat desk: conversations by the house's promise, and beside them the one that is open. Opening one is recorded, so
 * none is opened by itself. What is written and not sent yet stays while the operator looks at another one.
 */
export default function ChatPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const { id } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const show = SHOWS.find((one) => one === params.get('show')) ?? 'all';
  const list = useInfiniteQuery(listQuery(show));
  const outbox = useOutbox();
  const drafts = useRef(new Map<string, string>());
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? NONE;
  usePageTitle(`${t('chat.title')} · ${name}`);

  const open = (row: Conversation) => void navigate(chatAddress(show, row.id), { replace: Boolean(id) });
  useCursor({ rows, at: rows.findIndex((row) => row.id === id), onMove: open, onOpen: open });
  useKeys({ ...(id && { escape: () => void navigate(chatAddress(show)) }) });

  return (
    <TwoPanes
      open={Boolean(id)}
      back={chatAddress(show)}
      list={<ChatList show={show} list={list} rows={rows} current={id} asOf={list.data?.pages[0]?.asOf} />}
      one={
        id ? (
          <ChatPane
            key={id}
            id={id}
            outbox={outbox}
            drafts={drafts.current}
            known={rows.find((row) => row.id === id)}
          />
        ) : (
          <p className="m-auto hidden p-6 text-t3 lg:block">{t('chat.choose')}</p>
        )
      }
    />
  );
}
