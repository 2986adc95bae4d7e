import { useState } from 'react';
import { useMoving, useWallet } from '@/features/wallet/queries';
import { errorText } from '@/shared/api/error-text';
import type { Category, Slot } from '@/shared/api/wire';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useI18n } from '@/shared/i18n';
import type { PlainKey } from '@/shared/i18n/types';
import { KEYS, kept } from '@/shared/session/storage';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { Actions } from './components/actions';
import { BalanceCard } from './components/balance-card';
import { GameRail } from './components/game-rail';
import { PendingChips } from './components/pending-chips';

/** SPEC.md §2: three rails; casino games come under sport. */
const RAILS: readonly [Category, PlainKey][] = [
  ['slot', 'home.slots'],
  ['sport', 'home.sports'],
  ['lotto', 'home.lotto'],
];

export default function HomePage() {
  const { t } = useI18n();
  const wallet = useWallet();
  const moving = new Set(useMoving().flatMap(({ from, to }) => [from, to]));
  const [hidden, setHidden] = useState(() => kept.get(KEYS.hideBalance) === 'true');
  const unknown = wallet.isError && !wallet.data;
  usePageTitle(t('home.title'));

  function toggle() {
    kept.set(KEYS.hideBalance, String(!hidden));
    setHidden(!hidden);
  }

  return (
    <main className="page grid max-w-[992px] gap-6 pt-4">
      <h1 className="sr-only">{t('home.title')}</h1>
      <div className="-mb-3 grid gap-3">
        {/* An error is shown in the place of the balance: above it, it would push the page down. */}
        <div className="relative">
          <div className={unknown ? 'invisible' : ''}>
            <BalanceCard wallet={wallet.data} hidden={hidden} onToggle={toggle} />
          </div>
          {unknown && (
            <div className="absolute inset-0 grid content-center">
              <Notice
                tone="error"
                action={
                  <Button
                    size="s"
                    variant="secondary"
                    icon="refresh"
                    pending={wallet.isFetching}
                    onClick={() => void wallet.refetch()}
                  >
                    {t('home.again')}
                  </Button>
                }
              >
                {errorText(wallet.error)}
              </Notice>
            </div>
          )}
        </div>
        <PendingChips hidden={hidden} />
      </div>
      <Actions />
      {RAILS.map(([category, title]) => (
        <GameRail
          key={category}
          title={t(title)}
          games={games(wallet.data?.slots, category)}
          syncedAt={wallet.data?.syncedAt ?? null}
          moving={moving}
          hidden={hidden}
        />
      ))}
    </main>
  );
}

const games = (slots: Slot[] | undefined, category: Category) => slots?.filter((slot) => slot.category === category);
