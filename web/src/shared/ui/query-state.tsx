import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/shared/api/error-text';
import { useI18n } from '@/shared/i18n';
import { Button } from './button';
import { Icon } from './icon';
import { Loading } from './loading';
import { Notice } from './notice';

interface Props<T> {
  query: UseQueryResult<T>;
  /** The placeholder while the first answer loads. */
  skeleton?: ReactNode;
  children(data: T): ReactNode;
}

/**
 * The states of a query: waiting for the answer or for the network, failed (with a retry), answered. Old data stays
 * during a refetch.
 */
export function QueryState<T>({ query, skeleton, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return <Failed error={query.error} again={() => void query.refetch()} pending={query.isFetching} />;
  if (query.isPaused) return <WaitsForNetwork />;
  if (skeleton) return skeleton;
  return (
    <div className="grid min-h-32 place-items-center text-t2">
      <Loading className="text-s" />
    </div>
  );
}

/** Replaces content that can't be fetched without a network. It is fetched by itself when the network returns. */
export function WaitsForNetwork() {
  const { t } = useI18n();
  return (
    <div
      role="status"
      className="grid min-h-32 content-center justify-items-center gap-2 rounded-l border border-dashed border-control px-4 py-6 text-center text-s text-t2"
    >
      <span className="text-gold">
        <Icon name="offline" />
      </span>
      <p className="max-w-[36ch] text-balance">{t('offline.waits')}</p>
    </div>
  );
}

/** The failed load, with a retry. */
export function Failed({ error, again, pending = false }: { error: unknown; again(): void; pending?: boolean }) {
  const { t } = useI18n();
  return (
    <Notice
      tone="error"
      title={t('retry.text')}
      action={
        <Button variant="secondary" size="s" icon="refresh" pending={pending} onClick={again}>
          {t('retry.action')}
        </Button>
      }
    >
      {errorText(error)}
    </Notice>
  );
}
