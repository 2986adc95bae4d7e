import { useQuery } from '@tanstack/react-query';
import type { Protection } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { QueryState } from '@/shared/ui/query-state';
import { RowButton } from '@/shared/ui/row-button';
import { Sheet } from '@/shared/ui/sheet';
import { Skeleton } from '@/shared/ui/skeleton';
import { Limits } from './components/limits';
import { Login } from './components/login';
import { Net } from './components/net';
import { Reminder } from './components/reminder';
import { ShutNotice } from './components/shut-notice';
import { protectionQuery } from './queries';
import { useProtection } from './use-protection';

/** `?sheet=protection`: the member's own limits, and facts about its own play. */
export function ProtectionSheet() {
  const { t } = useI18n();
  const protection = useQuery({ ...protectionQuery, staleTime: 0 });
  return (
    <Sheet tall title={t('safe.title')} lead={t('safe.lead')}>
      <QueryState query={protection} skeleton={<Skeleton className="h-120" />}>
        {(data) => <Bounds protection={data} />}
      </QueryState>
    </Sheet>
  );
}

function Bounds({ protection }: { protection: Protection }) {
  const { t } = useI18n();
  const sheet = useSheet();
  const { shut } = useProtection();
  return (
    <div className="grid grid-cols-1 gap-6">
      {shut && <ShutNotice shut={shut} />}
      <Limits limits={protection.limits} />
      <RowButton icon="clock" title={t('pause.title')} text={t('pause.lead')} onClick={() => sheet.openOver('pause')} />
      <Net net={protection.net} />
      <Reminder />
      <Login protection={protection} />
    </div>
  );
}
