import { useEffect, useState } from 'react';
import { useTransfers } from '@/features/wallet/queries';
import type { DepositTransfer } from '@/shared/api/wire';
import { useI18n } from '@/shared/i18n';
import { KEYS, tab } from '@/shared/session/storage';
import { Button } from '@/shared/ui/button';
import { Skeleton } from '@/shared/ui/skeleton';
import { listOf, SHOWN } from './rules';
import { TransferRow } from './transfer-row';

interface Props {
  kind: DepositTransfer['kind'];
  /** One that is shown elsewhere on this screen. */
  except?: (one: DepositTransfer) => boolean;
}

/** The member's deposits by this way and their results; empty if there are none. */
export function YourTransfers({ kind, except }: Props) {
  const { t } = useI18n();
  const [whole, setWhole] = useState(false);
  const transfers = useTransfers();
  const { rows, total } = listOf(transfers.data?.transfers ?? [], { kind, except, whole });
  const expected = useExpected(kind, transfers.data && Math.min(total, SHOWN));
  if (transfers.isPending ? expected === 0 : total === 0) return null;
  return (
    <section aria-labelledby={`transfers-${kind}`} className="grid gap-2 border-t border-line pt-4">
      <h3 id={`transfers-${kind}`} className="font-semibold">
        {t('transfers.title')}
      </h3>
      {transfers.isPending ? (
        Array.from({ length: expected }, (_, i) => <Skeleton key={String(i)} className="h-28" />)
      ) : (
        <ul className="grid gap-2">
          {rows.map((one) => (
            <TransferRow key={one.reference} transfer={one} />
          ))}
        </ul>
      )}
      {rows.length < total && (
        <Button size="s" variant="ghost" onClick={() => setWhole(true)}>
          {t('transfers.all', { count: total })}
        </Button>
      )}
    </section>
  );
}

/** How many there were at the last look: their place is reserved while they load. */
function useExpected(kind: string, now: number | undefined): number {
  const key = `${KEYS.transfers}:${kind}`;
  const [expected] = useState(() => Number(tab.get(key) ?? 0));
  useEffect(() => {
    if (now !== undefined) tab.set(key, String(now));
  }, [key, now]);
  return expected;
}
