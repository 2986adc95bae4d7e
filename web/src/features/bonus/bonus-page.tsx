import { useEffect, useRef } from 'react';
import { codeText, errorText } from '@/shared/api/error-text';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useI18n } from '@/shared/i18n';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/notify';
import { QueryState } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { Cards } from './components/cards';
import { Code } from './components/code';
import { Current } from './components/current';
import { useActiveBonus, useLook } from './queries';

/** The running condition and what is left of it, or a field for a code; and all available bonuses. */
export default function BonusPage() {
  const { t } = useI18n();
  usePageTitle(`${t('bonus.title')} · ${t('app.name')}`);
  return (
    <main className="page grid max-w-[992px] content-start gap-6 pt-4">
      <h1 className="text-xl font-semibold">{t('bonus.title')}</h1>
      <Held />
      <Cards />
    </main>
  );
}

function Held() {
  const active = useActiveBonus();
  const look = useLook();
  const { mutate } = look;
  const running = active.data?.state === 'active';
  useEnd(active.data?.status);
  // Once per visit: a reading asks every provider.
  const looked = useRef(false);
  useEffect(() => {
    if (!running || looked.current) return;
    looked.current = true;
    mutate();
  }, [running, mutate]);
  return (
    <QueryState query={active} skeleton={<Skeleton className="h-24" />}>
      {(data) =>
        data.status ? (
          <div className="grid max-w-[640px] gap-3">
            <Current active={data} looking={look.isPending} onLook={mutate} />
            {look.isError && <Notice tone="warning">{errorText(look.error)}</Notice>}
          </div>
        ) : (
          <div className="max-w-[480px]">
            <Code />
          </div>
        )
      }
    </QueryState>
  );
}

/** Shows a message when the condition ends while the member looks at it, whatever ended it. */
function useEnd(held: boolean | undefined) {
  const before = useRef(held);
  useEffect(() => {
    if (before.current && held === false) notify.success(codeText('BONUS_CLEAR'));
    before.current = held;
  }, [held]);
}
