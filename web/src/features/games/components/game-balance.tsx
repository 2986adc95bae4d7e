import type { Slot } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { inBaht } from '@/shared/lib/credits';
import { baht, formatCredits } from '@/shared/lib/money';
import { WALLET } from '@/shared/lib/places';
import { takeFocus } from '@/shared/lib/take-focus';
import { formatDateTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';

interface Props {
  game: Slot;
  /** The last refresh got no answer, so the balance shown is older. */
  unread: boolean;
  /** It replaces the button that opened the account. */
  fresh: boolean;
}

/** Baht first, then the game's own credits, and when it reported them: later transfers are included. */
export function GameBalance({ game, unread, fresh }: Props) {
  const { t } = useI18n();
  const time = game.amountAt && formatDateTime(game.amountAt);
  return (
    <section
      ref={fresh ? takeFocus : undefined}
      tabIndex={-1}
      aria-label={t('game.balance')}
      className="grid gap-1 rounded-l bg-s2 p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div>
          <p className="text-s text-t2">{t('game.balance')}</p>
          <p className="text-2xl font-semibold whitespace-nowrap text-jade tabular-nums" data-testid="game-balance">
            {baht(inBaht(game))}
          </p>
        </div>
        {game.amount > 0 && <TakeOut game={game} />}
      </div>
      <p className="flex flex-wrap gap-x-3 text-s text-t3 tabular-nums">
        <span>{t('game.credits', { credits: formatCredits(game.amount), factor: game.ftWalletSlot })}</span>
        {time && !unread && <span>{t('game.readAt', { time })}</span>}
      </p>
      {unread && (
        <p className="flex items-start gap-2 text-s text-gold">
          <span className="mt-0.75">
            <Icon name="alert" size="s" />
          </span>
          {time ? t('game.unreadSince', { time }) : t('game.neverRead')}
        </p>
      )}
    </section>
  );
}

function TakeOut({ game }: { game: Slot }) {
  const { t } = useI18n();
  const sheet = useSheet();
  return (
    <Button
      size="s"
      variant="secondary"
      icon="wallet"
      disabled={!!game.checkedSince}
      onClick={() => sheet.open('transfer', { from: game.code, to: WALLET })}
    >
      {t('game.takeOut')}
    </Button>
  );
}
