import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AuditRow } from '@/console/api/contract';
import { useI18n } from '@/console/i18n';
import { Moment } from '@/console/kit/age';
import { auditName } from '@/console/kit/audit-name';
import type { Column } from '@/console/kit/data-table';
import { Field } from '@/console/kit/field';
import { Days, FilterForm } from '@/console/kit/filter-form';
import { useHouse } from '@/console/kit/house';
import { PagedTable } from '@/console/kit/paged-table';
import { useFilter } from '@/console/kit/use-filter';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { AuditProof } from './audit-proof';
import { AuditRowDialog } from './audit-row-dialog';
import { auditQuery } from './queries';

const NARROWED = ['operator', 'action', 'subject', 'member', 'text', 'from', 'to'];

/** What operators decided and looked at, newest first, and whether the log is whole. */
export default function AuditPage() {
  const { t } = useI18n();
  const { name } = useHouse();
  const by = useFilter(NARROWED);
  const list = useInfiniteQuery(auditQuery(by.query));
  const columns = useColumns();
  const [open, setOpen] = useState<AuditRow>();
  usePageTitle(`${t('nav.audit')} · ${name}`);
  return (
    <div className="mx-auto flex w-full max-w-[1280px] flex-col gap-4 p-4 sm:p-6 lg:min-h-0 lg:flex-1">
      <h1 className="text-l font-semibold">{t('nav.audit')}</h1>
      <AuditProof />
      <FilterForm by={by} path="/api/audit">
        <Field label={t('audit.operator')} name="operator" defaultValue={by.filter.operator} autoCapitalize="none" />
        <Field
          label={t('audit.action')}
          name="action"
          placeholder="withdrawal."
          defaultValue={by.filter.action}
          autoCapitalize="none"
        />
        <Field label={t('audit.subject')} name="subject" defaultValue={by.filter.subject} autoCapitalize="none" />
        <Field label={t('audit.member')} name="member" defaultValue={by.filter.member} autoCapitalize="none" />
        <Field label={t('audit.text')} name="text" defaultValue={by.filter.text} />
        <Days filter={by.filter} />
      </FilterForm>
      <PagedTable<AuditRow>
        label={t('nav.audit')}
        list={list}
        columns={columns}
        idOf={({ number }) => String(number)}
        onOpen={setOpen}
      />
      {open && <AuditRowDialog row={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function useColumns(): Column<AuditRow>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      { id: 'number', header: '#', cell: ({ number }) => number, width: 80, align: 'end', wide: true },
      { id: 'at', header: t('audit.at'), cell: ({ at }) => <Moment at={at} />, width: 180 },
      { id: 'operator', header: t('audit.operator'), cell: ({ operator }) => operator, width: 140, wide: true },
      {
        id: 'action',
        header: t('audit.action'),
        cell: ({ action }) => <span title={action}>{auditName(action)}</span>,
      },
      { id: 'subject', header: t('audit.subject'), cell: ({ member, subject }) => member?.name ?? subject, wide: true },
      {
        id: 'reason',
        header: t('audit.reason'),
        cell: ({ reason, erased }) => (erased ? t('audit.erased') : reason),
        wide: true,
      },
    ],
    [t],
  );
}
