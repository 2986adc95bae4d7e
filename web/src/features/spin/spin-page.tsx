import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useWallet } from '@/features/wallet/queries';
import { errorText } from '@/shared/api/error-text';
import { invalidate } from '@/shared/api/invalidate';
import type { SpinSetup, SpinSlice } from '@/shared/api/wire';
import { useOnline } from '@/shared/hooks/use-online';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useShutOut } from '@/shared/hooks/use-shut-out';
import { useI18n } from '@/shared/i18n';
import { intoView } from '@/shared/lib/into-view';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Icon } from '@/shared/ui/icon';
import { Notice } from '@/shared/ui/notice';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { Chances } from './components/chances';
import { Coupons } from './components/coupons';
import { Hub } from './components/hub';
import { TurningWheel, WHEEL_SIZE, type WheelHandle } from './components/turning-wheel';
import { couponsQuery, setupQuery } from './queries';
import { indexOf } from './rules';
import { useSpin } from './use-spin';

/** The wheel of fortune: coins in, coupons out, and the proof that the draws are fair. */
export default function SpinPage() {
  const { t } = useI18n();
  const sheet = useSheet();
  const setup = useQuery(setupQuery);
  const title = setup.data?.activeSpinwheel?.name || t('spin.title');
  usePageTitle(title);
  useReloadAfterSheets();
  return (
    <main className="page grid max-w-[992px] content-start items-start gap-x-10 gap-y-6 pt-4 lg:grid-cols-[400px_1fr]">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:col-span-2">
        <h1 className="min-w-0 text-xl font-semibold">{title}</h1>
        {setup.data && <Coins count={setup.data.userCoin} />}
      </div>
      <QueryState query={setup} skeleton={<Place />}>
        {({ activeSpinwheel, userCoin }) =>
          activeSpinwheel ? <Board slices={activeSpinwheel.slices} coins={userCoin} /> : <Closed />
        }
      </QueryState>
      <div className="grid content-start gap-6">
        <Coupons />
        <div>
          <Button variant="secondary" size="s" icon="shield" onClick={() => sheet.open('proof')}>
            {t('proof.title')}
          </Button>
        </div>
      </div>
    </main>
  );
}

/** Closing the prize or the claim reloads the wheel and the coupons (SPEC.md §4). */
function useReloadAfterSheets() {
  const cache = useQueryClient();
  const { name } = useSheet();
  const before = useRef(name);
  useEffect(() => {
    if (before.current && !name) void invalidate(cache, setupQuery.queryKey, couponsQuery.queryKey);
    before.current = name;
  }, [cache, name]);
}

function Coins({ count }: { count: SpinSetup['userCoin'] }) {
  const { t } = useI18n();
  return (
    <p className="flex items-center gap-2 rounded-full bg-s2 px-4 py-2 text-s font-semibold text-violet tabular-nums">
      <Icon name="coin" size="m" />
      {t('spin.coins', { count })}
    </p>
  );
}

function Board({ slices, coins }: { slices: SpinSlice[]; coins: number }) {
  const { t } = useI18n();
  const online = useOnline();
  const shut = useShutOut();
  const wheel = useRef<WheelHandle>(null);
  const { spin, turning, landed, error } = useSpin(wheel);
  const label = landed && slices[indexOf(slices, landed)]?.label;
  return (
    <section aria-label={t('spin.title')} className="grid justify-items-center gap-3 pt-3">
      <TurningWheel slices={slices} ref={wheel}>
        <Hub coins={coins} turning={turning} asleep={coins <= 0 || !online || shut} onSpin={() => void spin()} />
      </TurningWheel>
      {/* A fixed line height, so that its text moves nothing. */}
      <p aria-live="polite" className="min-h-6 text-center text-s text-t2">
        {turning && t('spin.turning')}
        {!turning && label && t('spin.landed', { label })}
        {!turning && !label && !online && t('spin.offline')}
      </p>
      {error && (
        <div ref={intoView} className="w-full">
          <Notice tone="error" title={t('spin.failed')}>
            {errorText(error)}
          </Notice>
        </div>
      )}
      <MoreCoins none={coins <= 0 && !turning} />
      <Chances slices={slices} />
    </section>
  );
}

/** How to get coins: those that wait for turnover, and the way to the first. */
function MoreCoins({ none }: { none: boolean }) {
  const { t } = useI18n();
  const sheet = useSheet();
  const pending = useWallet().data?.profile.pendingCoin ?? 0;
  if (!none && pending === 0) return null;
  return (
    <div className="grid w-full justify-items-center gap-2 text-center text-s text-t2">
      {none && pending === 0 && <p>{t('spin.noCoins')}</p>}
      {pending > 0 && <p>{t('spin.pending', { count: pending })}</p>}
      {none && (
        <Button size="s" icon="down" onClick={() => sheet.open('deposit')}>
          {t('home.deposit')}
        </Button>
      )}
    </div>
  );
}

function Closed() {
  const { t } = useI18n();
  return (
    <EmptyState icon="wheel" title={t('spin.off')}>
      {t('spin.offText')}
    </EmptyState>
  );
}

/** As tall as the board on phones, so that the coupons below it do not move when it loads. */
function Place() {
  return (
    <div className="grid justify-items-center gap-3 pt-3">
      <div className={WHEEL_SIZE}>
        <span aria-hidden="true" className="block size-full animate-pulse rounded-full bg-s3" />
      </div>
      <div className="min-h-6" />
      <Skeleton className="h-12.5 w-full rounded-l" />
    </div>
  );
}
