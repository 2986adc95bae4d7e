import { useRef } from 'react';
import type { Slot } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { isUnread } from '@/shared/lib/credits';
import { IconButton } from '@/shared/ui/button';
import { Skeleton } from '@/shared/ui/skeleton';
import { GameCard } from './game-card';

/** Phones show one card and the edge of the next, tablets two, desktops three of 300 x 211. */
const CARD = 'w-[78%] shrink-0 snap-start sm:w-[46%] lg:w-[calc((100%-24px)/3)]';

interface Props {
  title: string;
  /** Undefined while loading. */
  games: Slot[] | undefined;
  /** When all games were last asked. */
  syncedAt: string | null;
  /** The ends of a transfer that is under way. */
  moving: ReadonlySet<string>;
  hidden: boolean;
}

/** One row of games; while they load, boxes of the same size reserve the place. */
export function GameRail({ title, games, syncedAt, moving, hidden }: Props) {
  const { t } = useI18n();
  const rail = useRef<HTMLUListElement>(null);
  const scroll = (direction: 1 | -1) =>
    rail.current?.scrollBy({ left: direction * rail.current.clientWidth, behavior: 'smooth' });
  if (games?.length === 0) return null;
  return (
    <section aria-label={title}>
      <header className="mb-2 flex min-h-11 items-center justify-between">
        {/* The number's place is reserved: small text beside large text moves the line. */}
        <h2 className="flex items-baseline gap-1.5 text-l font-semibold">
          {title} <span className="text-s font-normal text-t3">{games?.length ?? '\u00a0'}</span>
        </h2>
        {games && games.length > 3 && (
          <div className="hidden lg:flex">
            <IconButton icon="chevron-left" label={t('home.railBack')} onClick={() => scroll(-1)} />
            <IconButton icon="chevron-right" label={t('home.railOn')} onClick={() => scroll(1)} />
          </div>
        )}
      </header>
      <ul
        ref={rail}
        className="-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 [scrollbar-width:none] lg:mx-0 lg:scroll-px-0 lg:px-0"
      >
        {games?.map((game) => (
          <li key={game.code} className={CARD}>
            <GameCard game={game} unread={isUnread(game, syncedAt)} moving={moving.has(game.code)} hidden={hidden} />
          </li>
        )) ??
          [0, 1, 2].map((place) => (
            <li key={place} className={CARD}>
              <Skeleton className="aspect-[300/211] rounded-l" />
            </li>
          ))}
      </ul>
    </section>
  );
}
