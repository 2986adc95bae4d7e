import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '@/shared/i18n';
import { Pager } from '@/shared/ui/pager';
import { PayRow } from '@/shared/ui/pay-row';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { invitesQuery, LIMIT } from '../queries';

/** The amount from each friend and day, newest first, ten to a page. */
export function Friends() {
  const { t } = useI18n();
  const [page, setPage] = useState(1);
  const invites = useQuery({ ...invitesQuery(page), placeholderData: keepPreviousData });
  return (
    <section aria-label={t('invite.friends')} className="grid gap-2">
      <h3 className="text-m font-semibold">{t('invite.friends')}</h3>
      <QueryState query={invites} skeleton={<Skeleton className="h-40" />}>
        {({ total, invites: rows }) =>
          total === 0 ? (
            <p className="rounded-m bg-s2 p-4 text-center text-s text-t2">{t('invite.none')}</p>
          ) : (
            <>
              <ul
                className={`grid divide-y divide-line/60 rounded-l bg-s2 transition-opacity duration-200 ${invites.isPlaceholderData ? 'opacity-60' : ''}`}
              >
                {rows.map(({ from, amount, createdAt }) => (
                  <PayRow key={`${from.name} ${createdAt}`} name={from.name} at={createdAt} amount={amount} />
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
