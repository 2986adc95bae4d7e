import type { Conversation } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { read } from '../content';

interface Props {
  message: Conversation | undefined;
  typing: boolean;
}

/** Announces a new message of the house to screen readers, and that the house writes to everybody. Its line keeps its place. */
export function Announcer({ message, typing }: Props) {
  const { t } = useI18n();
  const shown = message && read(message.message);
  const words = shown && ('text' in shown && shown.text ? shown.text : shown.kind === 'cards' ? titles(shown) : '');
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {message && `${t('chat.us')}: ${words || t('chat.message')}`}
      </p>
      <p aria-live="polite" className="h-5 px-4 text-xs text-t2">
        {typing && t('chat.typing')}
      </p>
    </>
  );
}

const titles = ({ cards }: { cards: { title: string }[] }) => cards.map(({ title }) => title).join(', ');
