import { useQuery } from '@tanstack/react-query';
import type { Slot, Wallet } from '@/shared/api/wire';
import { isUnread } from '@/shared/lib/credits';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { credentialsQuery } from '../queries';
import { useUnderWay } from '../under-way';
import { AppLinks } from './app-links';
import { CredentialFields } from './credential-fields';
import { GameBalance } from './game-balance';
import { PlayForm } from './play-form';
import { UnderWay } from './under-way';

interface Props {
  game: Slot;
  wallet: Wallet;
  /** It was opened a moment ago, by a button that has disappeared. */
  fresh: boolean;
}

/** An open game account: its balance, deposits into it, play, and its credentials. */
export function GameAccount({ game, wallet, fresh }: Props) {
  const credentials = useQuery(credentialsQuery(game.code));
  const underWay = useUnderWay(game.code);
  const shut = game.maintenance || !!game.checkedSince || game.state === 'closing';
  // While a transfer is under way the game is not asked, so it can't have failed to answer.
  const unread = underWay.length === 0 && isUnread(game, wallet.syncedAt);
  return (
    <>
      <GameBalance game={game} unread={unread} fresh={fresh} />
      <UnderWay rows={underWay} game={game} />
      {!shut && <PlayForm game={game} spendable={wallet.wallet.amount} unsettled={underWay.length > 0} />}
      <QueryState query={credentials} skeleton={<Skeleton className="h-58" />}>
        {(keys) => <CredentialFields game={game} credentials={keys} />}
      </QueryState>
      {game.state !== 'closing' && <AppLinks game={game} />}
    </>
  );
}
