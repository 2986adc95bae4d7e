import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/console/api/error-text';
import { useI18n } from '@/console/i18n';
import { Notice } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { Button } from './button';

interface Props<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  children(data: T): ReactNode;
}

/** The states of a query: waiting, failed (with a retry), answered. Old data stays during a refetch. */
export function Loaded<T>({ query: { data, error, isFetching, refetch }, children }: Props<T>) {
  const { t } = useI18n();
  if (data !== undefined) return children(data);
  if (!error)
    return (
      <div className="grid gap-3 p-4" aria-busy="true">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-6" />
        <Skeleton className="h-6 w-1/2" />
      </div>
    );
  return (
    <div className="p-4">
      <Notice
        tone="error"
        title={t('retry.title')}
        action={
          <Button variant="secondary" icon="refresh" pending={isFetching} onClick={() => void refetch()}>
            {t('retry.action')}
          </Button>
        }
      >
        {errorText(error)}
      </Notice>
    </div>
  );
}
