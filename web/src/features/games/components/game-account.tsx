import { useQuery } from '@tanstack/react-query';
import type { Slot, Wallet } from '@/shared/api/wire';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { credentialsQuery } from '../queries';
import { useUnderWay } from '../under-way';
import { AppLinks } from './app-links';
import { CredentialFields } from './credential-fields';
import { GameBalance } from './game-balance';
import { PlayForm } from './play-form';
import { UnderWay } from './under-way';

/** An open game account: what is in it, money in, play, and the keys to it. */
export function GameAccount({ game, wallet }: { game: Slot; wallet: Wallet }) {
  const credentials = useQuery(credentialsQuery(game.code));
  const underWay = useUnderWay(game.code);
  return (
    <>
      <GameBalance game={game} syncedAt={wallet.syncedAt} />
      <UnderWay rows={underWay} game={game} />
      {!game.maintenance && <PlayForm game={game} spendable={wallet.wallet.amount} unsettled={underWay.length > 0} />}
      <QueryState query={credentials} skeleton={<Skeleton className="h-58" />}>
        {(keys) => <CredentialFields game={game} credentials={keys} />}
      </QueryState>
      <AppLinks game={game} />
    </>
  );
}
