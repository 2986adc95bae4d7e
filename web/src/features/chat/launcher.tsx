import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { useSessionToken } from '@/shared/session/session';
import { Icon } from '@/shared/ui/icon';
import { chatEnabledQuery } from './queries';
import { visit } from './visit';

/**
 * Opens and closes the chat, where the operator has one, and counts what came while it was closed. Above the bottom
 * menu, for the thumb.
 */
export function ChatLauncher() {
  const { t } = useI18n();
  const { name, open, close } = useSheet();
  const enabled = useQuery(chatEnabledQuery);
  const talk = visit.token === useSessionToken() ? visit.talk : undefined;
  const unread = useSyncExternalStore(talk?.subscribe ?? never, () => talk?.state.unread);
  if (!enabled.data) return null;
  const opened = name === 'chat';
  return (
    <>
      {/* What the page ends with stays readable below it. */}
      <div aria-hidden="true" className="h-16" />
      <button
        type="button"
        aria-expanded={opened}
        onClick={() => (opened ? close() : open('chat'))}
        className="fixed right-3 bottom-[calc(72px+env(safe-area-inset-bottom))] z-(--z-index-nav) flex size-16 items-center justify-center gap-2 rounded-full border-4 border-ink bg-gold font-semibold text-ongold transition-transform duration-120 active:scale-[.98] sm:right-6 sm:size-auto sm:min-h-14 sm:px-5"
      >
        <Icon name={opened ? 'cross' : 'chat'} />
        {/* On phones only the sign: it lies over what the page scrolls by. */}
        <span className="max-sm:sr-only">{t(opened ? 'chat.hide' : 'chat.open')}</span>
        {!opened && !!unread && (
          <span className="absolute -top-2 -right-1 min-w-6 rounded-full bg-coral px-1 text-s text-ink tabular-nums">
            <span aria-hidden="true">{unread}</span>
            <span className="sr-only">{t('chat.unread', { count: unread })}</span>
          </span>
        )}
      </button>
    </>
  );
}

const never = () => () => {};
