import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/shared/api/error-text';
import type { Slot, Wallet } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { inBaht } from '@/shared/lib/credits';
import { baht, formatCredits } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { ButtonAnchor } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { credentialsQuery } from '../queries';
import { CredentialRows } from './credential-rows';
import { PlayForm } from './play-form';

/** An open game account: what is in it, money in, play, and the keys to it. */
export function GameAccount({ game, wallet }: { game: Slot; wallet: Wallet }) {
  const { t } = useI18n();
  const credentials = useQuery(credentialsQuery(game.code));
  return (
    <>
      <div className="rounded-l bg-s2 p-4">
        <p className="text-s text-t2">{t('game.balance')}</p>
        <p className="text-2xl font-semibold text-jade tabular-nums" data-testid="game-balance">
          {baht(inBaht(game))}
        </p>
        <p className="text-s text-t3 tabular-nums">
          {t('game.credits', { credits: formatCredits(game.amount), factor: game.ftWalletSlot })}
          {game.amountAt && ` · ${formatDateTime(game.amountAt)}`}
        </p>
      </div>
      {credentials.isPending && <Skeleton className="h-40" />}
      {credentials.isError && <Notice tone="error">{errorText(credentials.error)}</Notice>}
      {credentials.data && (
        <>
          <PlayForm game={game} spendable={wallet.wallet.amount} credentials={credentials.data} />
          <CredentialRows game={game} credentials={credentials.data} />
        </>
      )}
      <AppLinks game={game} />
    </>
  );
}

function AppLinks({ game }: { game: Slot }) {
  const { t } = useI18n();
  if (!game.android && !game.ios) return null;
  return (
    <div className="grid grid-cols-2 gap-3">
      {game.android && (
        <ButtonAnchor variant="secondary" size="s" icon="phone" href={game.android}>
          {t('game.android')}
        </ButtonAnchor>
      )}
      {game.ios && (
        <ButtonAnchor variant="secondary" size="s" icon="phone" href={game.ios}>
          {t('game.ios')}
        </ButtonAnchor>
      )}
    </div>
  );
}
