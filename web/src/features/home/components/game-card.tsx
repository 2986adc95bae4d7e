import { useState } from 'react';
import type { Slot } from '@/shared/api/wire';
import { Weave } from '@/shared/art/weave';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { inBaht } from '@/shared/lib/credits';
import { baht, formatCredits } from '@/shared/lib/money';

/** A game: its picture, its name, and either what is in it or the way to open it. */
export function GameCard({ game }: { game: Slot }) {
  const sheet = useSheet();
  return (
    <button
      type="button"
      onClick={() => sheet.open('game', { code: game.code })}
      className="relative isolate block aspect-[300/211] w-full overflow-hidden rounded-l border border-line text-left transition-transform duration-120 active:scale-[.99]"
    >
      <Picture game={game} />
      <span className="absolute inset-x-4 bottom-3 grid">
        <span className="truncate text-l font-semibold">{game.name}</span>
        <Line game={game} />
      </span>
    </button>
  );
}

/** The operator's picture where there is one and it loads, else art drawn from the game's code. */
function Picture({ game }: { game: Slot }) {
  const [broken, setBroken] = useState(false);
  return (
    <span className="absolute inset-0 -z-10">
      {game.background && !broken ? (
        <img
          src={game.background}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      ) : (
        <Weave code={game.code} motif={game.category} />
      )}
    </span>
  );
}

function Line({ game }: { game: Slot }) {
  const { t } = useI18n();
  if (game.maintenance) return <span className="text-s text-sky">{t('game.maintenance')}</span>;
  if (!game.isActive) return <span className="text-s text-gold">{t('game.openAccount')}</span>;
  return (
    <span className="flex items-center gap-2 text-s text-t2">
      {t('game.balance')} <span className="font-semibold text-jade tabular-nums">{baht(inBaht(game))}</span>
      {game.ftWalletSlot !== 1 && (
        <span className="rounded-s bg-s3 px-1.5 text-xs tabular-nums">
          {formatCredits(game.amount)} × {game.ftWalletSlot}
        </span>
      )}
    </span>
  );
}
