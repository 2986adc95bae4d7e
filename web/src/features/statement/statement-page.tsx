import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { STATEMENT_LIMIT, statementQuery } from '@/features/wallet/queries';
import { errorText } from '@/shared/api/error-text';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { sheetSearch, useSheet } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { PATHS } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Notice } from '@/shared/ui/notice';
import { Pager } from '@/shared/ui/pager';
import { WaitsForNetwork } from '@/shared/ui/query-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { Row } from './components/row';
import { byDay } from './rules';

/** Every movement of the wallet, newest first, by day. The page number is in the address. */
export default function StatementPage() {
  const { t } = useI18n();
  const sheet = useSheet();
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1);
  const statement = useQuery({ ...statementQuery(page), placeholderData: keepPreviousData });
  usePageTitle(t('statement.title'));
  return (
    <main className="page grid max-w-[640px] content-start gap-4 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl font-semibold">{t('statement.title')}</h1>
        <Button size="s" variant="secondary" icon="image" onClick={() => sheet.open('slips')}>
          {t('slips.title')}
        </Button>
      </div>
      {statement.isPending && (statement.isPaused ? <WaitsForNetwork /> : <Placeholder />)}
      {statement.isError && (
        <Notice
          tone="error"
          action={
            <Button size="s" variant="secondary" icon="refresh" onClick={() => void statement.refetch()}>
              {t('home.again')}
            </Button>
          }
        >
          {errorText(statement.error)}
        </Notice>
      )}
      {statement.data?.total === 0 && (
        <EmptyState
          icon="list"
          title={t('statement.empty')}
          action={
            <ButtonLink icon="down" to={PATHS.home + sheetSearch('deposit')}>
              {t('home.deposit')}
            </ButtonLink>
          }
        >
          {t('statement.emptyText')}
        </EmptyState>
      )}
      {statement.data && (
        <>
          <div
            className={`grid gap-4 transition-opacity duration-200 ${statement.isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {byDay(statement.data.statements).map(({ day, rows }) => (
              <section key={day} aria-label={day} className="grid gap-1">
                <h2 className="text-s text-t3 tabular-nums">{day}</h2>
                <ul className="grid divide-y divide-line/60 overflow-hidden rounded-l bg-s1">
                  {rows.map((row) => (
                    <Row key={row._id} row={row} page={page} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
          <Pager
            page={page}
            total={statement.data.total}
            limit={STATEMENT_LIMIT}
            onPage={(next) => {
              setSearch({ page: String(next) });
              window.scrollTo({ top: 0 });
            }}
          />
        </>
      )}
    </main>
  );
}

function Placeholder() {
  return (
    <div className="grid gap-1">
      {Array.from({ length: 6 }, (_, i) => (
        <Skeleton key={String(i)} className="h-20" />
      ))}
    </div>
  );
}
