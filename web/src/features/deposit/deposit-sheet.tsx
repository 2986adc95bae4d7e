import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWallet } from '@/features/wallet/queries';
import type { DepositLookup } from '@/shared/api/wire';
import { useSheetNote, useSheetParams } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { baht } from '@/shared/lib/money';
import { PATHS } from '@/shared/paths';
import { KEYS, kept } from '@/shared/session/storage';
import { ButtonLink } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import type { IconName } from '@/shared/ui/icon';
import { Part } from '@/shared/ui/part';
import { Failed, QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { Skeleton } from '@/shared/ui/skeleton';
import { Tabs } from '@/shared/ui/tabs';
import { PANELS } from './panels';
import { depositQuery } from './queries';
import { type Channel, channelsOf, firstChannel } from './rules';

const LOOKS: Record<Channel, { text: PlainKey; icon: IconName }> = {
  bank: { text: 'deposit.byBank', icon: 'bank' },
  qr: { text: 'deposit.byQr', icon: 'qr' },
  link: { text: 'deposit.byLink', icon: 'link' },
  slip: { text: 'deposit.bySlip', icon: 'image' },
};

/** The deposit: `?sheet=deposit&tab=bank|qr|link|slip`. It opens on the way that was used last. */
export default function DepositSheet() {
  const { t } = useI18n();
  const wallet = useWallet();
  const accounts = useQuery(depositQuery);
  return (
    <Sheet
      tall
      title={t('deposit.title')}
      lead={wallet.data ? t('deposit.lead', { amount: baht(wallet.data.wallet.amount) }) : t('deposit.leadPlain')}
    >
      <QueryState query={accounts} skeleton={<Placeholder />}>
        {(lookup) => <Ways lookup={lookup} />}
      </QueryState>
    </Sheet>
  );
}

function Ways({ lookup }: { lookup: DepositLookup }) {
  const { t } = useI18n();
  const { tab } = useSheetParams('deposit');
  const note = useSheetNote('deposit');
  const offered = channelsOf(lookup);
  const [wished, setWished] = useState(() => firstChannel(offered, tab, kept.get(KEYS.lastDeposit)));
  const chosen = firstChannel(offered, wished ?? null);
  if (!chosen)
    return (
      <EmptyState
        icon="bank"
        title={t('deposit.none')}
        action={
          <ButtonLink icon="chat" to={PATHS.memberContact}>
            {t('held.contact')}
          </ButtonLink>
        }
      >
        {t('deposit.noneText')}
      </EmptyState>
    );

  function choose(channel: Channel) {
    kept.set(KEYS.lastDeposit, channel);
    setWished(channel);
    note({ tab: channel });
  }

  const Panel = PANELS[chosen];
  return (
    <Tabs
      label={t('deposit.ways')}
      tabs={offered.map((channel) => ({ name: channel, text: t(LOOKS[channel].text), icon: LOOKS[channel].icon }))}
      chosen={chosen}
      onChoose={choose}
      onNear={(channel) => PANELS[channel].prefetch()}
    >
      <Part
        key={chosen}
        waiting={<PanelPlaceholder />}
        broken={(error, again) => <Failed error={error} again={again} />}
      >
        <Panel lookup={lookup} choose={choose} />
      </Part>
    </Tabs>
  );
}

function Placeholder() {
  return (
    <>
      <Skeleton className="mb-4 h-16" />
      <PanelPlaceholder />
    </>
  );
}

function PanelPlaceholder() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-13" />
      <Skeleton className="h-24" />
    </div>
  );
}
