import { useI18n } from '@/shared/i18n';
import { formatDateTime } from '@/shared/lib/time';
import { Notice } from './notice';

/** A system of the outside is stopped and being checked, since when and what that means here (RULES.md §14). */
export function CheckedNotice({ since, children }: { since?: string | null | undefined; children: string }) {
  const { t } = useI18n();
  if (!since) return null;
  return (
    <Notice tone="warning" title={t('checked.since', { time: formatDateTime(since) })}>
      {children}
    </Notice>
  );
}
