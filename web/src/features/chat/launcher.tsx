import { useQuery } from '@tanstack/react-query';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { Icon } from '@/shared/ui/icon';
import { chatEnabledQuery } from './queries';

/** Opens and closes the chat, where the operator has one. Above the bottom menu, for the thumb. */
export function ChatLauncher() {
  const { t } = useI18n();
  const { name, open, close } = useSheet();
  const enabled = useQuery(chatEnabledQuery);
  if (!enabled.data) return null;
  const opened = name === 'chat';
  return (
    <button
      type="button"
      aria-expanded={opened}
      onClick={() => (opened ? close() : open('chat'))}
      className="fixed right-4 bottom-[calc(76px+env(safe-area-inset-bottom))] z-(--z-index-nav) flex min-h-14 items-center gap-2 rounded-full bg-gold px-5 font-semibold text-ongold transition-transform duration-120 active:scale-[.98] sm:right-6"
    >
      <Icon name={opened ? 'cross' : 'chat'} />
      {t(opened ? 'chat.hide' : 'chat.open')}
    </button>
  );
}
