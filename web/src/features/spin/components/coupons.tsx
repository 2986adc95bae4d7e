import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Coupon } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { formatDateTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { Icon, type IconName } from '@/shared/ui/icon';
import { Pager } from '@/shared/ui/pager';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { couponsQuery } from '../queries';
import { COUPONS_A_PAGE, isExpired, lastPage, pageOf, prizeText } from '../rules';

/** The prizes that are not claimed yet, three a page. */
export function Coupons() {
  const { t } = useI18n();
  const coupons = useQuery(couponsQuery);
  return (
    <section aria-labelledby="coupons" className="grid content-start gap-3">
      <h2 id="coupons" className="text-l font-semibold">
        {t('coupons.title')}
      </h2>
      <QueryState query={coupons} skeleton={<Skeleton className="h-21" />}>
        {(all) => (all.length === 0 ? <Empty /> : <List all={all} />)}
      </QueryState>
    </section>
  );
}

function Empty() {
  const { t } = useI18n();
  return (
    <p className="flex min-h-21 items-center gap-3 rounded-l bg-s1 px-4 text-s text-t2">
      <span className="text-t3">
        <Icon name="gift" />
      </span>
      {t('coupons.empty')}
    </p>
  );
}

function List({ all }: { all: Coupon[] }) {
  const [wanted, setPage] = useState(1);
  const page = Math.min(wanted, lastPage(all));
  const first = (page - 1) * COUPONS_A_PAGE;
  return (
    <>
      <ol start={first + 1} className="grid divide-y divide-line/60 overflow-hidden rounded-l bg-s1">
        {pageOf(all, page).map((coupon, i) => (
          <Row key={coupon._id} coupon={coupon} number={first + i + 1} />
        ))}
      </ol>
      <Pager page={page} total={all.length} limit={COUPONS_A_PAGE} onPage={setPage} />
    </>
  );
}

const ICONS: Record<Coupon['prize']['kind'], IconName> = { cash: 'wallet', bonus: 'gift', coin: 'coin' };

function Row({ coupon, number }: { coupon: Coupon; number: number }) {
  const { t } = useI18n();
  const sheet = useSheet();
  const { prize, expiresAt, _id: id } = coupon;
  const expired = isExpired(coupon, new Date());
  const worth = prizeText(coupon);
  const open = () => sheet.open('claim', { coupon: id });
  return (
    <li className="flex min-h-21 items-center gap-3 px-3 py-2">
      <span className="grid justify-items-center gap-0.5 text-lotus">
        <Icon name={ICONS[prize.kind]} />
        <span className="text-xs text-t3 tabular-nums">{number}</span>
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold">{prize.slice.label}</span>
        <span className="text-s text-t2 tabular-nums">
          {[prize.name, worth].filter((text) => text && text !== prize.slice.label).join(' · ')}
        </span>
        <span className="text-xs text-t3 tabular-nums">
          {expired ? t('coupons.expired') : t('coupons.until', { time: formatDateTime(expiresAt) })}
        </span>
      </span>
      <Button
        needsPlay
        size="s"
        variant="secondary"
        aria-label={t('coupons.claimOne', { prize: worth })}
        disabled={expired}
        onClick={open}
      >
        {t('coupons.claim')}
      </Button>
    </li>
  );
}
