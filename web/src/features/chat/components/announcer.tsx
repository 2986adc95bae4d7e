import type { Conversation } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { read } from '../content';

interface Props {
  message: Conversation | undefined;
  typing: boolean;
}

/** Announces to screen readers a new message of the house, and that the house writes. */
export function Announcer({ message, typing }: Props) {
  const { t } = useI18n();
  const shown = message && read(message.message);
  const words = shown && ('text' in shown && shown.text ? shown.text : shown.kind === 'cards' ? titles(shown) : '');
  return (
    <div aria-live="polite" className="sr-only">
      <p>{message && `${t('chat.us')}: ${words || t('chat.message')}`}</p>
      <p>{typing && t('chat.typing')}</p>
    </div>
  );
}

const titles = ({ cards }: { cards: { title: string }[] }) => cards.map(({ title }) => title).join(', ');
