import type { Protection } from '@/shared/api/wire';
import { useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { formatDateTime } from '@/shared/lib/time';
import { Notice } from '@/shared/ui/notice';
import { RowButton } from '@/shared/ui/row-button';

/** The time of this login and of the one before, the accepted agreement, and a link to all logins. */
export function Login({ protection: { loginAt, lastLogin, resetAt, agreement } }: { protection: Protection }) {
  const { t } = useI18n();
  const sheet = useSheet();
  const lines = [
    [t('safe.loginAt'), formatDateTime(loginAt)],
    [t('safe.lastLogin'), lastLogin ? formatDateTime(lastLogin) : t('safe.first')],
    [t('safe.agreement'), agreement ? formatDateTime(agreement.acceptedAt) : t('safe.notAccepted')],
  ] as const;
  return (
    <section aria-label={t('safe.account')} className="grid gap-2">
      <h3 className="text-m font-semibold">{t('safe.account')}</h3>
      <dl className="grid gap-1.5 rounded-l bg-s2 p-4 text-s tabular-nums">
        {lines.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-t2">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {resetAt && (
        <Notice tone="warning">
          {t('safe.resetAt')}: {formatDateTime(resetAt)}. {t('safe.resetAt.notYou')}
        </Notice>
      )}
      <RowButton icon="phone" title={t('sessions.title')} onClick={() => sheet.openOver('sessions')} />
    </section>
  );
}
