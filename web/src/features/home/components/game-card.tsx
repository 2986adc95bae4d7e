import { useState } from 'react';
import type { Slot } from '@/shared/api/wire';
import { Weave } from '@/shared/art/weave';
import { useNear } from '@/shared/hooks/use-near';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { inBaht } from '@/shared/lib/credits';
import { baht, formatCredits } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { Icon } from '@/shared/ui/icon';

interface Props {
  game: Slot;
  /** The last refresh got no answer, so the balance shown is older. */
  unread: boolean;
  /** A transfer of it is under way. */
  moving: boolean;
  /** Amounts are shown as dots: somebody may look over the member's shoulder. */
  hidden: boolean;
}

/** A game: its picture, its name, and either its balance or the way to open it. */
export function GameCard({ game, unread, moving, hidden }: Props) {
  const { t } = useI18n();
  const sheet = useSheet();
  return (
    <button
      type="button"
      onClick={() => sheet.open('game', { code: game.code })}
      className="relative isolate block aspect-[300/211] w-full overflow-hidden rounded-l border border-line text-left transition-transform duration-120 active:scale-[.99]"
    >
      <Picture game={game} />
      <Logo game={game} />
      <span className="absolute inset-x-4 bottom-3 grid grid-cols-1">
        <span className="truncate text-l font-semibold">{game.name}</span>
        {game.isActive ? (
          <Balance game={game} hidden={hidden} />
        ) : (
          !(game.maintenance || game.checkedSince) && <span className="text-s text-gold">{t('game.openAccount')}</span>
        )}
        {unread && (moving ? <Moving /> : <Unread since={game.amountAt} />)}
        {game.state === 'closing' && <span className="text-s text-gold">{t('game.closing')}</span>}
        {game.maintenance && <span className="text-s text-sky">{t('game.maintenance')}</span>}
        {game.checkedSince && <span className="text-s text-sky">{t('game.checked')}</span>}
      </span>
    </button>
  );
}

/** The operator's picture if there is one and it loads; otherwise art drawn from the game's code. */
function Picture({ game }: { game: Slot }) {
  const [broken, setBroken] = useState(false);
  const [place, near] = useNear<HTMLSpanElement>();
  return (
    <span ref={place} className="absolute inset-0 -z-10 bg-s2">
      {game.background && !broken ? (
        <img
          src={game.background}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      ) : (
        near && <Weave code={game.code} motif={game.category} />
      )}
    </span>
  );
}

/** The game's own logo if the operator gives one; its name is below in any case. */
function Logo({ game }: { game: Slot }) {
  const [broken, setBroken] = useState(false);
  if (!game.logo || broken) return null;
  return (
    <img
      src={game.logo}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
      className="absolute top-3 left-4 h-10 max-w-[45%] object-contain object-left"
    />
  );
}

function Balance({ game, hidden }: { game: Slot; hidden: boolean }) {
  const { t } = useI18n();
  return (
    <span className="flex min-w-0 items-center gap-2 text-s whitespace-nowrap text-t2">
      {t('game.balance')}{' '}
      <span className="font-semibold text-jade tabular-nums">{hidden ? '••••' : baht(inBaht(game))}</span>
      {game.ftWalletSlot !== 1 && !hidden && (
        <span className="min-w-0 truncate rounded-s bg-s3 px-1.5 text-xs tabular-nums">
          {formatCredits(game.amount)} × {game.ftWalletSlot}
        </span>
      )}
    </span>
  );
}

/** The game was not asked: its balance is changing. */
function Moving() {
  const { t } = useI18n();
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-sky">
      <Icon name="clock" size="s" />
      <span className="min-w-0 truncate">{t('home.moving')}</span>
    </span>
  );
}

/** The game did not answer: since when the balance shown is known. */
function Unread({ since }: { since: string | null }) {
  const { t } = useI18n();
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-gold tabular-nums">
      <Icon name="alert" size="s" />
      <span className="min-w-0 truncate">
        {since ? t('home.unreadSince', { time: formatDateTime(since) }) : t('game.neverRead')}
      </span>
    </span>
  );
}
