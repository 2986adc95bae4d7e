import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '@/shared/api/error';
import { errorText } from '@/shared/api/error-text';
import type { Coupon } from '@/shared/api/wire';
import { useSheetParams } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { CLAIM_MS, oncePerBurst } from '@/shared/lib/double-tap';
import { intoView } from '@/shared/lib/into-view';
import { wholeBaht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';
import { PATHS } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { FREE_CREDIT } from '@/shared/ui/condition';
import { Html } from '@/shared/ui/html';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { couponsQuery, useClaim } from './queries';
import { hasCondition, isExpired, prizeText } from './rules';

export default function ClaimSheet() {
  const { t } = useI18n();
  const id = useSheetParams('claim').coupon ?? '';
  const coupons = useQuery(couponsQuery);
  // Kept here: once it is claimed it is no longer in the list, and the sheet is still closing.
  const [kept, setKept] = useState<Coupon>();
  const found = coupons.data?.find((one) => one._id === id);
  if (found && found !== kept) setKept(found);
  const coupon = found ?? kept;
  if (coupon) return <Claim coupon={coupon} />;
  return (
    <Sheet title={t('claim.title')}>
      <QueryState query={coupons}>{() => <Notice tone="warning">{t('claim.gone')}</Notice>}</QueryState>
    </Sheet>
  );
}

/** The question before a coupon is used: what it is, and the consequences of taking it. */
function Claim({ coupon }: { coupon: Coupon }) {
  const { t } = useI18n();
  const { close } = useSheetState();
  const claim = useClaim();
  const { slice, name } = coupon.prize;
  const worth = prizeText(coupon);
  const expired = isExpired(coupon, new Date());
  const { mutate } = claim;
  const once = useMemo(
    () =>
      oncePerBurst(
        () =>
          mutate(coupon._id, {
            onSuccess: () => {
              notify.success(t('claim.done', { prize: worth }));
              close();
            },
          }),
        CLAIM_MS,
      ),
    [mutate, coupon._id, close, worth, t],
  );
  return (
    <Sheet
      title={t('claim.title')}
      footer={
        <Button block needsNetwork needsPlay icon="gift" disabled={expired} pending={claim.isPending} onClick={once}>
          {t('claim.action', { prize: worth })}
        </Button>
      }
    >
      <div className="grid gap-4">
        <div className="grid justify-items-center gap-1 py-3 text-center">
          <p className="text-2xl font-semibold text-gold">{slice.label}</p>
          {name && name !== slice.label && <p className="text-s text-t2">{name}</p>}
          <p className="text-xs text-t3 tabular-nums">
            {expired ? t('coupons.expired') : t('coupons.until', { time: formatDateTime(coupon.expiresAt) })}
          </p>
        </div>
        {slice.htmlDescription && (
          <div className="text-center">
            <Html blocks={[slice.htmlDescription]} />
          </div>
        )}
        {hasCondition(coupon) && (
          <Notice tone="warning">{t('claim.condition', { amount: wholeBaht(FREE_CREDIT) })}</Notice>
        )}
        {claim.isError && (
          <div ref={intoView}>
            <Notice tone="error" title={t('claim.failed')} action={blockedByBonus(claim.error) && <ToBonus />}>
              {errorText(claim.error)}
            </Notice>
          </div>
        )}
      </div>
    </Sheet>
  );
}

const blockedByBonus = (error: unknown) => error instanceof ApiError && error.code === 'BONUS_REMAINING';

function ToBonus() {
  const { t } = useI18n();
  return (
    <ButtonLink size="s" variant="secondary" icon="gift" to={PATHS.bonus}>
      {t('claim.toBonus')}
    </ButtonLink>
  );
}
