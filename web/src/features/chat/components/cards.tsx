import { useState } from 'react';
import type { ChatSaid } from '@/shared/api/wire';
import { Weave } from '@/shared/art/weave';
import { useI18n } from '@/shared/i18n';
import type { Card } from '../content';
import { Choices } from './choices';

/** Cards side by side, to be scrolled. */
export function Cards({ cards, onSay }: { cards: Card[]; onSay: ((message: ChatSaid) => void) | undefined }) {
  const { t } = useI18n();
  return (
    <section
      aria-label={t('chat.us')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by the keyboard
      tabIndex={0}
      className="-mx-3 flex snap-x scroll-px-3 gap-3 overflow-x-auto px-3 pb-1"
    >
      {cards.map((card, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message's cards do not change
        <article key={i} className="flex w-60 shrink-0 snap-start flex-col overflow-hidden rounded-l bg-s3">
          <Art card={card} />
          <div className="grid gap-1 p-3">
            {card.title && <p className="text-m font-semibold">{card.title}</p>}
            {card.subtitle && <p className="text-s text-t2">{card.subtitle}</p>}
          </div>
          {card.choices.length > 0 && (
            <div className="mt-auto px-3 pb-3">
              <Choices choices={card.choices} onSay={onSay} />
            </div>
          )}
        </article>
      ))}
    </section>
  );
}

/** The card's picture, or our own if it has none or it fails to load. Its box is drawn first. */
function Art({ card }: { card: Card }) {
  const [broken, setBroken] = useState(!card.image);
  return (
    <div className="relative aspect-[300/180] w-full overflow-hidden bg-s2">
      {broken ? (
        <Weave code={card.title} scrim={false} />
      ) : (
        <img src={card.image} alt="" onError={() => setBroken(true)} className="size-full object-cover" />
      )}
    </div>
  );
}
