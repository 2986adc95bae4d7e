import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { useSessionToken } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { chatEnabledQuery } from './queries';
import { visit } from './visit';

/**
 * Opens and closes the chat, if the operator has one, and counts messages that came while it was closed. It is part of
 * the page: as an overlay it would cover the page's text.
 */
export function ChatLauncher() {
  const { t } = useI18n();
  const { name, open, close } = useSheet();
  const enabled = useQuery(chatEnabledQuery);
  const talk = visit.token === useSessionToken() ? visit.talk : undefined;
  const unread = useSyncExternalStore(talk?.store.subscribe ?? never, () => talk?.state.unread);
  // Its place is reserved, so nothing below it moves when it appears.
  if (enabled.isPending) return <div aria-hidden="true" className="h-12" />;
  if (!enabled.data) return null;
  const opened = name === 'chat';
  return (
    <Button
      block
      icon={opened ? 'cross' : 'chat'}
      aria-expanded={opened}
      onClick={() => (opened ? close() : open('chat'))}
    >
      {t(opened ? 'chat.hide' : 'chat.open')}
      {!opened && !!unread && (
        <span className="min-w-6 rounded-full bg-ink px-1.5 text-s text-t1 tabular-nums">
          <span aria-hidden="true">{unread}</span>
          <span className="sr-only">{t('chat.unread', { count: unread })}</span>
        </span>
      )}
    </Button>
  );
}

const never = () => () => {};
