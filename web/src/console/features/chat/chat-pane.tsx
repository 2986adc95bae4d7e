import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Conversation, Talk } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Age } from '@/console/kit/age';
import { IconButton } from '@/console/kit/button';
import { useKeys } from '@/console/kit/keys';
import { Loaded } from '@/console/kit/loaded';
import { MemberLink } from '@/console/kit/member-link';
import { useOperator } from '@/console/kit/operator';
import { useCustomerTyping, useTyping } from '@/console/live/typing';
import { ChatActions } from './chat-actions';
import { Composer } from './composer';
import { MemberAside } from './member-aside';
import { MessageList } from './message-list';
import { NoteList } from './note-list';
import type { Outbox } from './outbox';
import { talkQuery, useSeen, useTells } from './queries';

interface Props {
  id: string;
  outbox: Outbox;
  /** What was written and not sent, by conversation. */
  drafts: Map<string, string>;
  /** What the list knows of it. */
  known: Conversation | undefined;
}

/** One conversation: what was said, what becomes of it, the answer, and the member beside it. */
export function ChatPane({ id, outbox, drafts, known }: Props) {
  const { t } = useI18n();
  const talk = useInfiniteQuery(talkQuery(id));
  const newest = talk.data?.pages[0];
  const [aside, setAside] = useState(() => window.matchMedia('(min-width: 1280px)').matches);
  const field = useRef<HTMLTextAreaElement>(null);
  useRead(id, newest);
  const type = useTells(id);
  useKeys({ r: () => field.current?.focus() });
  const member = newest?.conversation.member ?? known?.member;
  return (
    <div className="flex h-[calc(100dvh-7rem)] min-h-0 flex-col lg:h-auto lg:flex-1">
      <header className="flex items-center gap-2 border-b border-line px-4 py-2">
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold">{member ? <MemberLink member={member} /> : t('chat.guest')}</h2>
          {newest && <Standing talk={newest} />}
        </div>
        <IconButton
          icon="user"
          label={t('chat.beside')}
          aria-expanded={aside}
          onClick={() => setAside((shown) => !shown)}
        />
      </header>
      <div className="flex min-h-0 flex-1 flex-col xl:flex-row-reverse">
        {aside && (
          <div className="max-h-[38dvh] shrink-0 overflow-y-auto border-b border-line xl:max-h-none xl:w-80 xl:border-b-0 xl:border-l">
            {member && <MemberAside id={member.id} />}
            <NoteList id={id} />
          </div>
        )}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <Loaded query={talk}>
            {({ pages }) => (
              <>
                <MessageList
                  messages={pages.flatMap(({ messages }) => messages)}
                  seen={pages[0]?.conversation.readByCustomer ?? 0}
                  out={outbox.items.filter(({ conversation }) => conversation === id)}
                  outbox={outbox}
                  talk={talk}
                />
                <Types id={id} />
                {pages[0] && <ChatActions talk={pages[0]} />}
                {pages[0]?.may.includes('replyChat') && (
                  <Composer
                    ref={field}
                    draft={drafts.get(id) ?? ''}
                    onDraft={(text) => void drafts.set(id, text)}
                    language={pages[0].conversation.language}
                    name={member?.name}
                    onType={type}
                    onSay={(text) => outbox.say(id, text)}
                    onFiles={(files) => outbox.attach(id, files)}
                  />
                )}
              </>
            )}
          </Loaded>
        </div>
      </div>
    </div>
  );
}

/** Who writes in it now: the customer, or a colleague. */
function Types({ id }: { id: string }) {
  const { t } = useI18n();
  const me = useOperator();
  const by = useTyping(id);
  const customer = useCustomerTyping(id);
  return (
    <p aria-live="polite" className="flex flex-wrap gap-x-3 px-4 text-s text-t2">
      {customer && <span>{t('chat.customerTypes')}</span>}
      {by && by !== me.name && <span>{t('chat.types', { name: by })}</span>}
    </p>
  );
}

/** How long the customer waits, and who answers. */
function Standing({ talk: { conversation } }: { talk: Talk }) {
  const { t } = useI18n();
  const { waitingSince, due, state, claim, operator, open } = conversation;
  const whose = claim ? t('chat.has', { name: claim.by }) : operator && t('chat.of', { name: operator });
  return (
    <p className="flex flex-wrap gap-x-3 text-s text-t2">
      {waitingSince && (
        <span>
          {t('chat.waiting')} <Age since={waitingSince} due={due} />
        </span>
      )}
      {!open ? <span>{t('chat.ended')}</span> : state === 'rules' && <span>{t('chat.rules')}</span>}
      {whose && <span>{whose}</span>}
    </p>
  );
}

/** What is on the screen of somebody who looks at it is read. */
function useRead(id: string, newest: Talk | undefined) {
  const { mutate } = useSeen(id);
  const last = newest?.messages[0]?.number ?? 0;
  const unseen = last > (newest?.conversation.readByHouse ?? 0) && newest?.may.includes('readChat');
  const look = useEffectEvent(() => {
    if (unseen && document.visibilityState === 'visible') mutate(last);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message that comes
  useEffect(() => {
    const seen = () => look();
    seen();
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [last]);
}
