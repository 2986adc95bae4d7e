import type { Wallet } from '@/shared/api/wire';
import { Weave } from '@/shared/art/weave';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { formatAmount } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { HeroAmount } from '@/shared/ui/amount';
import { Button, IconButton } from '@/shared/ui/button';
import { Skeleton } from '@/shared/ui/skeleton';
import { useRefreshGames, useRefreshing } from '../queries';

const HIDDEN = '••••';

interface Props {
  wallet: Wallet | undefined;
  /** Amounts are shown as dots: somebody may look over the member's shoulder. */
  hidden: boolean;
  onToggle(): void;
}

/** The total, its parts, and how old the games' part is. */
export function BalanceCard({ wallet, hidden, onToggle }: Props) {
  const { t } = useI18n();
  return (
    <section
      aria-label={t('home.balance')}
      className="relative isolate overflow-hidden rounded-xl border border-line p-5"
    >
      <div className="absolute inset-0 -z-10 opacity-45">
        <Weave code="balance" dye="river" scrim={false} />
      </div>
      <div className="flex items-center justify-between gap-2">
        <p className="truncate text-s text-t2">{wallet ? wallet.profile.name : <Skeleton className="h-5 w-28" />}</p>
        <div className="-my-2 -mr-2 flex">
          <IconButton
            icon={hidden ? 'eye-off' : 'eye'}
            label={t(hidden ? 'home.show' : 'home.hide')}
            onClick={onToggle}
          />
          <Refresh />
        </div>
      </div>
      <p className="text-s text-t2">{t('home.total')}</p>
      {/* A fixed line height: the amount's baseline would add to it, and everything below would move when it loads. */}
      <p aria-live="polite" data-testid="total" className="flex h-12 items-center">
        {wallet ? <HeroAmount value={wallet.total} hidden={hidden} /> : <Skeleton className="h-9 w-44" />}
      </p>
      <Parts wallet={wallet} hidden={hidden} />
      <Referral wallet={wallet} hidden={hidden} />
    </section>
  );
}

function Refresh() {
  const { t } = useI18n();
  const refresh = useRefreshGames();
  const pending = useRefreshing();
  return <IconButton icon="refresh" label={t('home.refresh')} pending={pending} onClick={() => refresh.mutate()} />;
}

function Parts({ wallet, hidden }: { wallet: Wallet | undefined; hidden: boolean }) {
  const { t } = useI18n();
  const asking = useRefreshing();
  if (!wallet)
    return (
      <div className="grid h-11 content-evenly">
        <Skeleton className="h-4 w-36" />
        <Skeleton className="h-4 w-56 max-w-full" />
      </div>
    );
  const shown = (amount: number) => (hidden ? HIDDEN : formatAmount(amount));
  return (
    <div className="min-h-11 text-s text-t2">
      <p className="tabular-nums">
        {t('home.main')} <span className="text-t1">{shown(wallet.wallet.amount)}</span>
      </p>
      {/* One line in the fallback font too, before ours is loaded: nothing below may move. */}
      <p className="truncate tabular-nums max-[359px]:whitespace-normal">
        {asking ? t('home.asking') : <Synced at={wallet.syncedAt} />}
      </p>
    </div>
  );
}

function Synced({ at }: { at: string | null }) {
  const { t } = useI18n();
  return at ? t('home.synced', { time: formatDateTime(at) }) : t('home.neverSynced');
}

/** Always present, so that nothing jumps when the first bonus comes; its button is disabled at zero. */
function Referral({ wallet, hidden }: { wallet: Wallet | undefined; hidden: boolean }) {
  const { t } = useI18n();
  const sheet = useSheet();
  const amount = wallet?.invite.amount ?? 0;
  return (
    <div className="mt-3 flex items-center justify-between gap-3 border-t border-line/60 pt-3 text-s text-t2">
      <p className="tabular-nums">
        {t('home.referral')} <span className="font-semibold text-lotus">{hidden ? HIDDEN : formatAmount(amount)}</span>
      </p>
      <Button
        needsPlay
        size="s"
        variant="secondary"
        icon="gift"
        disabled={amount <= 0}
        onClick={() => sheet.open('receive')}
      >
        {t('home.receive')}
      </Button>
    </div>
  );
}
