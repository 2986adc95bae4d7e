import type { ReactNode } from 'react';
import { useI18n } from '@/shared/i18n';
import { formatDateTime } from '@/shared/lib/time';
import { Notice } from '@/shared/ui/notice';
import type { Shut } from '../rules';

/** Until when the member is shut out, why, and what is still possible. `children`: a note for this place. */
export function ShutNotice({ shut, children, action }: { shut: Shut; children?: ReactNode; action?: ReactNode }) {
  const { t } = useI18n();
  const title = t(shut.by === 'break' ? 'shut.break' : 'shut.excluded', { time: formatDateTime(shut.until) });
  return (
    <Notice tone="warning" title={title} action={action}>
      <p>{t('shut.text')}</p>
      {shut.comingHome && <p>{t('shut.coming')}</p>}
      {children}
    </Notice>
  );
}
