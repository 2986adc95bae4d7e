import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statementQuery } from '@/features/wallet/queries';
import { codeText } from '@/shared/api/error-text';
import type { StatementRow } from '@/shared/api/wire';
import { useSheetParams } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { baht } from '@/shared/lib/money';
import { canShareText, shareText } from '@/shared/lib/share';
import { formatDateTime } from '@/shared/lib/time';
import { Amount } from '@/shared/ui/amount';
import { Button } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Icon } from '@/shared/ui/icon';
import { Notice } from '@/shared/ui/notice';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { Skeleton } from '@/shared/ui/skeleton';
import { Status } from '@/shared/ui/status';
import { activity } from './components/row';
import { LOOKS, signOf } from './rules';
import { usePlaceName } from './use-place-name';

/** `?sheet=receipt&id=...&page=...`, or `&reference=...`: all details of one movement. */
export default function ReceiptSheet() {
  const { t } = useI18n();
  const { id, reference, page } = useSheetParams('receipt');
  const { statement, row } = useRow(id ?? reference ?? '', Number(page) || 1);
  return (
    <Sheet title={t('receipt.title')}>
      <QueryState query={statement} skeleton={<Skeleton className="h-72" />}>
        {() =>
          row ? (
            <Receipt row={row} />
          ) : (
            <EmptyState icon="list" title={t('receipt.gone')}>
              {t('receipt.goneText')}
            </EmptyState>
          )
        }
      </QueryState>
    </Sheet>
  );
}

/**
 * A movement on its page. There is no call by id, and each new movement pushes the last row of a page to the next one.
 * So the row that was read stays, and is looked for there.
 */
function useRow(id: string, page: number) {
  const [seen, setSeen] = useState<StatementRow>();
  const on = (rows: StatementRow[] | undefined) => rows?.find((one) => one._id === id || one.reference === id);
  const statement = useQuery(statementQuery(page));
  const here = on(statement.data?.statements);
  const pushed = statement.data !== undefined && !here;
  const next = useQuery({ ...statementQuery(page + 1), enabled: pushed });
  const found = here ?? (pushed ? on(next.data?.statements) : undefined);
  if (found && found !== seen) setSeen(found);
  const row = found ?? seen;
  return { row, statement: pushed && !row ? next : statement };
}

function Receipt({ row }: { row: StatementRow }) {
  const { t } = useI18n();
  const placeName = usePlaceName();
  const look = LOOKS[row.statementType];
  return (
    <div className="grid gap-4">
      <div className="grid justify-items-center gap-1 text-center">
        <span className={`grid size-14 place-items-center rounded-full ${look.color}`}>
          <Icon name={look.icon} />
        </span>
        <p className="text-s text-t2">{activity(row, t(look.text))}</p>
        <p className="text-2xl font-semibold">
          <Amount value={row.amount} sign={signOf(row)} />
        </p>
        <Status value={row.status} />
      </div>
      {row.status === 'IN_PROGRESS' && !row.reason && <Notice tone="info">{t(waiting(row))}</Notice>}
      {row.reason && <Notice tone={row.status === 'FAILED' ? 'error' : 'info'}>{codeText(row.reason)}</Notice>}
      <dl className="grid gap-1 text-s">
        <Fact name={t('receipt.from')}>{placeName(row.from)}</Fact>
        <Fact name={t('receipt.to')}>{placeName(row.to)}</Fact>
        <Fact name={t('receipt.created')}>{formatDateTime(row.createdAt)}</Fact>
        <Fact name={t('receipt.updated')}>{formatDateTime(row.updatedAt)}</Fact>
        {row.balance !== null && <Fact name={t('receipt.balance')}>{baht(row.balance)}</Fact>}
        {row.original && (
          <Fact name={t('receipt.original')}>
            <Amount value={row.original.amount} currency={row.original.currency} /> × {row.original.rate}
          </Fact>
        )}
        <Fact name={t('receipt.reference')}>
          {row.reference}
          <CopyButton value={row.reference} name={t('receipt.reference')} />
        </Fact>
      </dl>
      {canShareText() && <Share row={row} title={activity(row, t(look.text))} />}
    </div>
  );
}

/** The whole receipt as text, for anybody who asks for a proof: support, or the bank. */
function Share({ row, title }: { row: StatementRow; title: string }) {
  const { t } = useI18n();
  const placeName = usePlaceName();
  const text = [
    `${title} ${signOf(row) ?? ''}${baht(row.amount)}`,
    t(`status.${row.status}`),
    `${placeName(row.from)} → ${placeName(row.to)}`,
    formatDateTime(row.createdAt),
    `${t('receipt.reference')} ${row.reference}`,
  ].join('\n');
  return (
    <Button variant="secondary" size="s" icon="share" onClick={() => void shareText({ text })}>
      {t('receipt.share')}
    </Button>
  );
}

/** What a pending movement waits for. */
function waiting(row: StatementRow) {
  switch (row.statementType) {
    case 'withdraw':
      return 'receipt.waitsForBank';
    case 'transfer':
      return 'receipt.waitsForGame';
    default:
      return 'receipt.waits';
  }
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 border-b border-line/60 last:border-0">
      <dt className="shrink-0 text-t2">{name}</dt>
      <dd className="flex min-w-0 items-center text-right break-all tabular-nums">{children}</dd>
    </div>
  );
}
