import { useWallet } from '@/features/wallet/queries';
import { errorText } from '@/shared/api/error-text';
import type { Slot, Wallet } from '@/shared/api/wire';
import { Weave } from '@/shared/art/weave';
import { config } from '@/shared/config';
import { useSheetParams } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { CheckedNotice } from '@/shared/ui/checked-notice';
import { EmptyState } from '@/shared/ui/empty-state';
import { Notice } from '@/shared/ui/notice';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { Skeleton } from '@/shared/ui/skeleton';
import { GameAccount } from './components/game-account';
import { useActivate } from './queries';

/** `?sheet=game&code=joker`: one game, closed or open. */
export default function GameSheet() {
  const { t } = useI18n();
  const code = useSheetParams('game').code ?? '';
  const wallet = useWallet();
  const game = wallet.data?.slots.find((slot) => slot.code === code);
  return (
    <Sheet
      title={game?.name ?? t('game.title')}
      lead={game && t(`game.category.${game.category}`)}
      art={game && <Weave code={game.code} />}
    >
      <div className="grid grid-cols-1 gap-4 pt-8">
        {/* As tall as an open account, so that the sheet has its final position. */}
        <QueryState query={wallet} skeleton={<Skeleton className="h-120" />}>
          {(known) =>
            game ? <Body game={game} wallet={known} /> : <EmptyState icon="info" title={t('game.unknown')} />
          }
        </QueryState>
      </div>
    </Sheet>
  );
}

function Body({ game, wallet }: { game: Slot; wallet: Wallet }) {
  const activate = useActivate(game.code);
  return (
    <>
      <Notices game={game} />
      {game.isActive ? (
        <GameAccount game={game} wallet={wallet} fresh={!activate.isIdle} />
      ) : (
        <Closed game={game} activate={activate} />
      )}
    </>
  );
}

/**
 * The operator's notes on this game: its message (`gameNotice` of /config.json), its notice, and that it is closing,
 * closed, or being checked.
 */
function Notices({ game }: { game: Slot }) {
  const { t, locale } = useI18n();
  const message = config().gameNotice;
  return (
    <>
      {message?.code === game.code && <Notice tone="info">{message.text[locale]}</Notice>}
      <CheckedNotice since={game.checkedSince}>{t('game.checkedText')}</CheckedNotice>
      {game.state === 'closing' && (
        <Notice tone="warning" title={t('game.closing')}>
          {t('game.closingText')}
        </Notice>
      )}
      {game.maintenance && (
        <Notice tone="warning" title={t('game.maintenance')}>
          {game.notice && <p className="text-t1">{game.notice}</p>}
          <p>{t('game.maintenanceText')}</p>
        </Notice>
      )}
      {game.notice && !game.maintenance && <Notice tone="info">{game.notice}</Notice>}
    </>
  );
}

/** No account there yet: what opening one means, and the button. */
function Closed({ game, activate }: { game: Slot; activate: ReturnType<typeof useActivate> }) {
  const { t } = useI18n();
  return (
    <div className="grid gap-4">
      <p className="text-s text-t2">{t('game.closedText', { name: game.name })}</p>
      {activate.isError && (
        <Notice tone="error" title={t('game.notActivated')}>
          {errorText(activate.error)}
        </Notice>
      )}
      <Button
        block
        disabled={game.maintenance || !!game.checkedSince}
        pending={activate.isPending}
        onClick={() => activate.mutate()}
      >
        {activate.isPending ? t('game.activating') : t('game.activate')}
      </Button>
    </div>
  );
}
