import { useState } from 'react';
import { codeText } from '@/shared/api/error-text';
import type { Slot } from '@/shared/api/wire';
import { type Taken, useAmount } from '@/shared/hooks/use-amount';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { emptyTab } from '@/shared/lib/open-window';
import { MINIMUM } from '@/shared/lib/places';
import { takeFocus } from '@/shared/lib/take-focus';
import { AmountButtons } from '@/shared/ui/amount-buttons';
import { AmountField } from '@/shared/ui/amount-field';
import { Button } from '@/shared/ui/button';
import { notify } from '@/shared/ui/notify';
import { useMoveIn, usePlay } from '../queries';
import { LaunchFailure, MoveFailure, WayIn } from './way-in';

interface Props {
  game: Slot;
  /** Baht in the wallet that can be moved. */
  spendable: number;
  /** A transfer of this game is not settled yet, so the next one has to wait (RULES.md §3). */
  unsettled: boolean;
}

/** The action that a tap started: its own button shows the progress, the others only wait. */
type Tapped = 'moveAndPlay' | 'moveOnly' | 'open';

/**
 * Move money in and play, move only, or play with the money that is there. With an empty wallet only playing is left
 * (SPEC.md §5).
 */
export function PlayForm({ game, spendable, unsettled }: Props) {
  const { t } = useI18n();
  const entry = useAmount({
    min: MINIMUM,
    step: game.step,
    // The same text as the server's refusal.
    say: (fault) => (fault === 'step' ? codeText('INVALID_AMOUNT', { step: game.step }) : t('transfer.minimum')),
  });
  const [tapped, setTapped] = useState<Tapped>();
  const [returned, setReturned] = useState(false);
  const move = useMoveIn(game.code);
  const play = usePlay(game);
  const canMove = spendable > 0;
  // Games of this kind are opened by their own page; without a page only their app opens them.
  const hasPage = game.launch.kind !== 'url' || game.web !== null;
  const byHand = game.launch.kind === 'url' && hasPage && <p className="text-s text-t2">{t('game.byHand')}</p>;
  const busy = move.isPending || play.isPending;
  const doing = move.isPending ? t('transfer.moving') : t('game.tab.opening');
  const button = (name: Tapped, shut = false) => {
    const pending = busy && tapped === name;
    return {
      block: true,
      needsNetwork: true,
      pending,
      disabled: busy || shut,
      children: pending ? doing : t(`game.${name}`),
    };
  };
  const moved = move.data?.status === 'SUCCESS' ? move.variables : undefined;

  /**
   * The promise is used, not the mutation's own callbacks: those are dropped when the sheet is closed, and the tab
   * would wait.
   */
  async function transfer({ amount, used }: Taken, tab: Window | null, then?: (tab: Window | null) => void) {
    play.reset();
    try {
      const { status } = await move.mutateAsync(amount);
      used();
      if (status !== 'SUCCESS') {
        // The outcome is unknown: playing before it is settled would hide the result.
        notify.info(t('transfer.pending'));
        tab?.close();
      } else if (then) then(tab);
      else notify.success(t('game.movedIn', { amount: baht(amount) }));
    } catch {
      tab?.close(); // The failure is in `move.error`.
    }
  }

  function moveAndPlay() {
    const taken = entry.take();
    setTapped('moveAndPlay');
    if (taken) void transfer(taken, emptyTab(t('game.tab.moving')), (tab) => play.mutate(tab));
  }

  function moveOnly() {
    const taken = entry.take();
    setTapped('moveOnly');
    if (taken) void transfer(taken, null);
  }

  function backToForm() {
    setReturned(true);
    play.reset();
  }

  function open() {
    move.reset();
    setTapped('open');
    play.mutate(emptyTab(t('game.tab.opening')));
  }

  // The tapped button has disappeared with the launch link.
  const focus = returned ? { ref: takeFocus } : {};
  if (play.data && !play.data.opened)
    return (
      <div className="grid gap-3">
        {byHand}
        <WayIn way={play.data.way} moved={moved} onDone={backToForm} />
      </div>
    );
  return (
    <div className="grid gap-3">
      {canMove && (
        <>
          <AmountField
            label={t('game.amount')}
            entry={entry}
            hint={unsettled ? t('game.oneAtATime') : t('transfer.available', { amount: baht(spendable) })}
          />
          <AmountButtons available={spendable} step={game.step} onPick={entry.pick} />
        </>
      )}
      <MoveFailure error={move.error} />
      <LaunchFailure error={play.error} moved={moved} onAgain={open} />
      {byHand}
      {canMove && hasPage && <Button icon="play" {...button('moveAndPlay', unsettled)} onClick={moveAndPlay} />}
      <div className={`grid gap-3 ${canMove && hasPage ? 'grid-cols-2' : ''}`}>
        {hasPage && (
          <Button variant={canMove ? 'secondary' : 'primary'} {...button('open')} {...focus} onClick={open} />
        )}
        <Button variant="secondary" {...button('moveOnly', unsettled || !canMove)} onClick={moveOnly} />
      </div>
      {!canMove && <EmptyWallet />}
    </div>
  );
}

/** Why nothing can be moved, and the remedy. */
function EmptyWallet() {
  const { t } = useI18n();
  const sheet = useSheet();
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 text-s text-t2">
      {t('game.emptyWallet')}
      <Button variant="link" size="s" onClick={() => sheet.open('deposit')}>
        {t('home.deposit')}
      </Button>
    </p>
  );
}
