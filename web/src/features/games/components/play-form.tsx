import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/shared/api/error-text';
import type { Credentials, Slot } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { baht, parseAmount } from '@/shared/lib/money';
import { emptyTab } from '@/shared/lib/open-window';
import { AmountButtons } from '@/shared/ui/amount-buttons';
import { AmountField } from '@/shared/ui/amount-field';
import { Button, ButtonAnchor } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { launch } from '../launch';
import { useMoveIn } from '../queries';

interface Props {
  game: Slot;
  /** Baht in the wallet that can be moved. */
  spendable: number;
  credentials: Credentials;
}

/**
 * Move money in and play, move only, or play with what is there. With nothing in the wallet only playing is left
 * (SPEC.md §5).
 */
export function PlayForm({ game, spendable, credentials }: Props) {
  const { t } = useI18n();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const move = useMoveIn(game.code);
  const open = useMutation({ mutationFn: (tab: Window | null) => launch(game, credentials, tab) });
  const amount = parseAmount(typed);
  const canMove = spendable > 0 && !game.maintenance;
  const bad = amount === undefined || amount < 1;

  function transfer(then?: (tab: Window | null) => void) {
    setAsked(true);
    if (bad) return;
    const tab = then ? emptyTab() : null;
    move.mutate(amount, {
      onSuccess: ({ status }) => {
        setTyped('');
        setAsked(false);
        if (status !== 'SUCCESS') {
          tab?.close();
          notify.info(t('transfer.pending'));
          return;
        }
        notify.success(t('transfer.done'));
        then?.(tab);
      },
      onError: () => tab?.close(),
    });
  }

  return (
    <div className="grid gap-3">
      {canMove && (
        <>
          <AmountField
            label={t('game.amount')}
            value={typed}
            onType={setTyped}
            hint={t('transfer.available', { amount: baht(spendable) })}
            error={asked && bad ? t('transfer.minimum') : undefined}
          />
          <AmountButtons available={spendable} onPick={(part) => setTyped(String(part))} />
        </>
      )}
      {move.isError && (
        <Notice tone="error" title={t('transfer.failed')}>
          {errorText(move.error)}
        </Notice>
      )}
      {open.isError && <Notice tone="error">{errorText(open.error)}</Notice>}
      {open.data?.opened === false && (
        <Notice
          tone="info"
          action={
            <ButtonAnchor size="s" icon="external" href={open.data.link}>
              {t('game.openLink')}
            </ButtonAnchor>
          }
        >
          {t('game.blocked')}
        </Notice>
      )}
      {canMove && (
        <>
          <Button
            block
            icon="play"
            pending={move.isPending || open.isPending}
            onClick={() => transfer((tab) => open.mutate(tab))}
          >
            {t('game.moveAndPlay')}
          </Button>
          <Button block variant="secondary" pending={move.isPending} onClick={() => transfer()}>
            {t('game.moveOnly')}
          </Button>
        </>
      )}
      <Button
        block
        variant={canMove ? 'ghost' : 'primary'}
        icon="external"
        disabled={game.maintenance}
        pending={open.isPending}
        onClick={() => open.mutate(emptyTab())}
      >
        {t('game.open')}
      </Button>
    </div>
  );
}
