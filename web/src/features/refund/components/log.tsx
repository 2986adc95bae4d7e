import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '@/shared/i18n';
import { Pager } from '@/shared/ui/pager';
import { PayRow } from '@/shared/ui/pay-row';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { LIMIT, refundsQuery } from '../queries';

/** The refunds received so far, newest first, ten to a page. */
export function Log() {
  const { t } = useI18n();
  const [page, setPage] = useState(1);
  const refunds = useQuery({ ...refundsQuery(page), placeholderData: keepPreviousData });
  return (
    <section aria-label={t('refund.log')} className="grid gap-2">
      <h3 className="text-m font-semibold">{t('refund.log')}</h3>
      <QueryState query={refunds} skeleton={<Skeleton className="h-40" />}>
        {({ total, refunds: rows }) =>
          total === 0 ? (
            <p className="rounded-m bg-s2 p-4 text-center text-s text-t2">{t('refund.none')}</p>
          ) : (
            <>
              <ul
                className={`grid divide-y divide-line/60 rounded-l bg-s2 transition-opacity duration-200 ${refunds.isPlaceholderData ? 'opacity-60' : ''}`}
              >
                {rows.map(({ refundAmount, createdAt }) => (
                  <PayRow key={createdAt} at={createdAt} amount={refundAmount} />
                ))}
              </ul>
              <Pager page={page} total={total} limit={LIMIT} onPage={setPage} />
            </>
          )
        }
      </QueryState>
    </section>
  );
}
