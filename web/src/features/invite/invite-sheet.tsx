import { useState } from 'react';
import { useWallet } from '@/features/wallet/queries';
import type { Wallet } from '@/shared/api/wire';
import { useOnline } from '@/shared/hooks/use-online';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { HeroAmount } from '@/shared/ui/amount';
import { Button } from '@/shared/ui/button';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { Skeleton } from '@/shared/ui/skeleton';
import { Friends } from './components/friends';
import { LinkCard } from './components/link-card';
import { ReceiveQuestion } from './components/receive-question';

/** `?sheet=invite`: the link, what it has earned, and from whom. */
export default function InviteSheet() {
  const { t } = useI18n();
  const wallet = useWallet();
  return (
    <Sheet title={t('invite.title')} lead={t('invite.lead')}>
      <QueryState query={wallet} skeleton={<Skeleton className="h-96" />}>
        {({ profile, invite }) => (
          <div className="grid grid-cols-1 gap-5">
            <LinkCard memberId={profile._id} />
            <Purse amount={invite.amount} />
            <Friends />
          </div>
        )}
      </QueryState>
    </Sheet>
  );
}

function Purse({ amount }: { amount: Wallet['invite']['amount'] }) {
  const { t } = useI18n();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  return (
    <section aria-label={t('invite.purse')} className="grid gap-3 rounded-l border border-lotus/40 bg-lotus/10 p-4">
      <div>
        <p className="text-s text-t2">{t('invite.purse')}</p>
        <p aria-live="polite">
          <HeroAmount value={amount} />
        </p>
      </div>
      <Button block needsPlay icon="gift" disabled={amount <= 0 || !online} onClick={() => setAsking(true)}>
        {amount > 0 ? t('invite.receive', { amount: baht(amount) }) : t('home.receive')}
      </Button>
      {!online && <p className="text-center text-s text-t2">{t('bonus.offline')}</p>}
      <ReceiveQuestion open={asking} onClose={() => setAsking(false)} />
    </section>
  );
}
