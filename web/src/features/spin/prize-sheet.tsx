import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/shared/api/error-text';
import type { Coupon } from '@/shared/api/wire';
import { useSheet, useSheetParams } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { Html } from '@/shared/ui/html';
import { Notice } from '@/shared/ui/notice';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { couponsQuery, setupQuery } from './queries';
import { indexOf, wonBy } from './rules';

/** The wheel's result: the slice, its prize, and the way to claim it. */
export default function PrizeSheet() {
  const { t } = useI18n();
  const code = useSheetParams('prize').slice ?? '';
  const setup = useQuery(setupQuery);
  // A list from before the draw does not contain it.
  const coupons = useQuery({ ...couponsQuery, refetchOnMount: 'always' });
  const slices = setup.data?.activeSpinwheel?.slices ?? [];
  const slice = slices[indexOf(slices, code)];
  const asked = coupons.isFetchedAfterMount && !coupons.isError;
  const won = asked ? wonBy(coupons.data ?? [], code) : undefined;
  const empty = asked && !won;
  return (
    <Sheet
      title={t('prize.title')}
      art={empty ? undefined : <Burst />}
      footer={<Ways won={won} waiting={!asked && !coupons.isError} />}
    >
      <div className="grid justify-items-center gap-3 py-4 text-center">
        {empty && <p className="text-s text-t2">{t('prize.nothing')}</p>}
        {won && <p className="text-s text-t2">{t('prize.won')}</p>}
        {!asked && !coupons.isError && <Skeleton className="h-5.5 w-24" />}
        <p className={`text-2xl font-semibold ${empty ? 'text-t1' : 'text-gold'}`}>
          {slice?.label ?? won?.prize.slice.label ?? code}
        </p>
        {slice?.htmlDescription && <Html blocks={[slice.htmlDescription]} />}
        {coupons.isError && <Notice tone="error">{errorText(coupons.error)}</Notice>}
        {setup.data && <p className="text-s text-t3 tabular-nums">{t('prize.left', { count: setup.data.userCoin })}</p>}
      </div>
    </Sheet>
  );
}

function Ways({ won, waiting }: { won: Coupon | undefined; waiting: boolean }) {
  const { t } = useI18n();
  const sheet = useSheet();
  const { close } = useSheetState();
  if (waiting) return <Skeleton className="h-12" />;
  if (!won)
    return (
      <Button block onClick={close}>
        {t('prize.again')}
      </Button>
    );
  return (
    <>
      <Button block icon="gift" onClick={() => sheet.open('claim', { coupon: won._id })}>
        {t('prize.claim')}
      </Button>
      <Button block variant="ghost" onClick={close}>
        {t('prize.later')}
      </Button>
    </>
  );
}

/** Rays of foil behind the head; they do not move. */
const Burst = () => (
  <div
    aria-hidden="true"
    className="absolute inset-x-0 -top-28 mx-auto size-72 rounded-full bg-[repeating-conic-gradient(var(--color-gold)_0_6deg,transparent_6deg_18deg)] opacity-25 [mask-image:radial-gradient(closest-side,black,transparent)]"
  />
);
