import { useQuery } from '@tanstack/react-query';
import type { Slot, Wallet } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { inBaht, isUnread } from '@/shared/lib/credits';
import { baht, formatCredits } from '@/shared/lib/money';
import { WALLET } from '@/shared/lib/places';
import { formatDateTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { credentialsQuery } from '../queries';
import { AppLinks } from './app-links';
import { CredentialFields } from './credential-fields';
import { PlayForm } from './play-form';
import { UnderWay } from './under-way';

/** An open game account: what is in it, money in, play, and the keys to it. */
export function GameAccount({ game, wallet }: { game: Slot; wallet: Wallet }) {
  const credentials = useQuery(credentialsQuery(game.code));
  return (
    <>
      <Balance game={game} syncedAt={wallet.syncedAt} />
      <UnderWay game={game} />
      {!game.maintenance && <PlayForm game={game} spendable={wallet.wallet.amount} />}
      <QueryState query={credentials} skeleton={<Skeleton className="h-58" />}>
        {(keys) => <CredentialFields game={game} credentials={keys} />}
      </QueryState>
      <AppLinks game={game} />
    </>
  );
}

/** Baht first, then the credits that the game itself shows, and since when both are known. */
function Balance({ game, syncedAt }: { game: Slot; syncedAt: string | null }) {
  const { t } = useI18n();
  const sheet = useSheet();
  const unread = isUnread(game, syncedAt);
  const time = game.amountAt && formatDateTime(game.amountAt);
  return (
    <div className="grid gap-1 rounded-l bg-s2 p-4">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-s text-t2">{t('game.balance')}</p>
          <p className="text-2xl font-semibold text-jade tabular-nums" data-testid="game-balance">
            {baht(inBaht(game))}
          </p>
        </div>
        {game.amount > 0 && (
          <Button
            size="s"
            variant="secondary"
            icon="wallet"
            onClick={() => sheet.open('transfer', { from: game.code, to: WALLET })}
          >
            {t('game.takeOut')}
          </Button>
        )}
      </div>
      <p className="text-s text-t3 tabular-nums">
        {t('game.credits', { credits: formatCredits(game.amount), factor: game.ftWalletSlot })}
        {time && !unread && ` · ${time}`}
      </p>
      {unread && (
        <p className="flex items-start gap-2 text-s text-gold">
          <span className="mt-0.75">
            <Icon name="alert" size="s" />
          </span>
          {time ? t('game.unreadSince', { time }) : t('game.neverRead')}
        </p>
      )}
    </div>
  );
}
