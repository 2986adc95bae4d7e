import type { AuditRow } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { auditName } from '@/console/kit/audit-name';
import { Dialog } from '@/console/kit/dialog';
import { FactList, Known } from '@/console/kit/fact-list';

/** One row, whole. */
export function AuditRowDialog({ row, onClose }: { row: AuditRow; onClose(): void }) {
  const { t } = useI18n();
  const { number, at, operator, action, subject, member, reason, evidence, hash, erased } = row;
  return (
    <Dialog open title={`#${number} ${auditName(action)}`} onClose={onClose}>
      <div className="px-4 pt-1 pb-5 wrap-anywhere">
        <FactList>
          <Known name={t('audit.at')}>
            <Moment at={at} />
          </Known>
          <Known name={t('audit.operator')}>{operator}</Known>
          <Known name={t('audit.action')}>{action}</Known>
          <Known name={t('audit.subject')}>{subject}</Known>
          {member && (
            <Known name={t('audit.member')}>
              {member.name} · {member.phone} · {member.id}
            </Known>
          )}
          <Known name={t('audit.reason')}>{erased ? t('audit.erased') : reason}</Known>
          {evidence && <Known name={t('audit.evidence')}>{evidence}</Known>}
          <Known name={t('audit.hash')}>
            <span className="font-mono text-xs">{hash}</span>
          </Known>
        </FactList>
      </div>
    </Dialog>
  );
}
