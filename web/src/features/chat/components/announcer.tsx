import type { Conversation } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { read } from '../content';

/** Announces a new message of the house to screen readers. */
export function Announcer({ message }: { message: Conversation | undefined }) {
  const { t } = useI18n();
  const shown = message && read(message.message);
  const words = shown && ('text' in shown && shown.text ? shown.text : shown.kind === 'cards' ? titles(shown) : '');
  return (
    <p aria-live="polite" className="sr-only">
      {message && `${t('chat.us')}: ${words || t('chat.message')}`}
    </p>
  );
}

const titles = ({ cards }: { cards: { title: string }[] }) => cards.map(({ title }) => title).join(', ');
