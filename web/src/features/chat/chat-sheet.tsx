import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { profileQuery } from '@/shared/api/profile';
import { useI18n } from '@/shared/i18n';
import { guestId } from '@/shared/session/identity';
import { useSessionToken } from '@/shared/session/session';
import { EmptyState } from '@/shared/ui/empty-state';
import { Panel } from '@/shared/ui/panel';
import { QueryState } from '@/shared/ui/query-state';
import { Conversation, type Inner } from './components/conversation';
import { chatEnabledQuery } from './queries';
import type { Owner } from './talk';

/** The chat of a member, or of this browser's guest. A guest's conversation stays the guest's. */
export default function ChatSheet() {
  const { t } = useI18n();
  const inner: Inner = useRef<() => boolean>(undefined);
  const enabled = useQuery(chatEnabledQuery);
  const member = useSessionToken() !== null;
  return (
    <Panel title={t('chat.title')} onEscape={() => inner.current?.() ?? false}>
      {enabled.data === undefined ? (
        <div className="p-3">
          <QueryState query={enabled}>{() => null}</QueryState>
        </div>
      ) : !enabled.data ? (
        <EmptyState icon="chat" title={t('chat.off')}>
          {t('chat.offText')}
        </EmptyState>
      ) : member ? (
        <MemberChat inner={inner} />
      ) : (
        <GuestChat inner={inner} />
      )}
    </Panel>
  );
}

function GuestChat({ inner }: { inner: Inner }) {
  const [owner] = useState<Owner>(() => ({ userId: null, guestId: guestId(), username: '', name: '' }));
  return <Conversation owner={owner} inner={inner} />;
}

function MemberChat({ inner }: { inner: Inner }) {
  const account = useQuery(profileQuery);
  if (account.data) {
    const { _id, username, name } = account.data.profile;
    return <Conversation key={_id} owner={{ userId: _id, guestId: null, username, name }} inner={inner} />;
  }
  return (
    <div className="p-3">
      <QueryState query={account}>{() => null}</QueryState>
    </div>
  );
}
