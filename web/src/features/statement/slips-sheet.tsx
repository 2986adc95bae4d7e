import { useEffect, useState } from 'react';
import { STATEMENT_LIMIT, useSlips } from '@/features/wallet/queries';
import { useSheet, useSheetParams } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Pager } from '@/shared/ui/pager';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { SlipRow } from './components/slip-row';
import { slipState } from './slip-rules';

/** `?sheet=slips&reference=...`: the result of each slip, newest first; one just sent is highlighted. */
export default function SlipsSheet() {
  const { t } = useI18n();
  const { open } = useSheet();
  const [page, setPage] = useState(1);
  const { reference: sent } = useSheetParams('slips');
  const slips = useSlips(page);
  const now = useNow();
  const { close } = useSheetState();
  const fresh = slips.data?.slips.find((slip) => slip.reference === sent);
  const checked = sent === null || (fresh !== undefined && slipState(fresh) !== 'checking');
  return (
    <Sheet
      title={t('slips.title')}
      lead={t(checked ? 'slips.lead' : 'slips.sent')}
      footer={
        sent && (
          <Button block variant={checked ? 'primary' : 'secondary'} onClick={close}>
            {t('deposit.done')}
          </Button>
        )
      }
    >
      <QueryState query={slips} skeleton={<Placeholder />}>
        {({ total, slips: rows }) =>
          total === 0 ? (
            <EmptyState
              icon="image"
              title={t('slips.empty')}
              action={
                <Button icon="up" onClick={() => open('deposit', { tab: 'slip' })}>
                  {t('slips.again')}
                </Button>
              }
            >
              {t('slips.emptyText')}
            </EmptyState>
          ) : (
            <div className="grid gap-4">
              <ul
                className={`grid gap-2 transition-opacity duration-200 ${slips.isPlaceholderData ? 'opacity-60' : ''}`}
              >
                {rows.map((slip) => (
                  <SlipRow key={slip._id} slip={slip} now={now} fresh={slip.reference === sent} />
                ))}
              </ul>
              <Pager page={page} total={total} limit={STATEMENT_LIMIT} onPage={setPage} />
            </div>
          )
        }
      </QueryState>
    </Sheet>
  );
}

/** The time, updated every minute: "2 minutes ago" stays true while the sheet is open. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Placeholder() {
  return (
    <div className="grid gap-2">
      {Array.from({ length: 4 }, (_, i) => (
        <Skeleton key={String(i)} className="h-28" />
      ))}
    </div>
  );
}
