import { useMutation, useQuery } from '@tanstack/react-query';
import { errorText } from '@/shared/api/error-text';
import { useI18n } from '@/shared/i18n';
import { formatDateTime } from '@/shared/lib/time';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { Skeleton } from '@/shared/ui/skeleton';
import { exportQuery, takeExport, useAskExport } from './queries';

/** `?sheet=export`: the member asks for a copy of all that is kept of it, and takes it. */
export function ExportSheet() {
  const { t, locale } = useI18n();
  const query = useQuery({ ...exportQuery, staleTime: 0 });
  const ask = useAskExport();
  const take = useMutation({ mutationFn: takeExport });
  const error = ask.error ?? take.error;
  const button = (file: 'page' | 'data') => (
    <Button
      block
      icon="download"
      variant={file === 'page' ? 'primary' : 'secondary'}
      pending={take.isPending && take.variables === file}
      onClick={() => take.mutate(file)}
    >
      {t(`export.${file}`)}
    </Button>
  );
  return (
    <Sheet title={t('export.title')} lead={t('export.lead')}>
      <QueryState query={query} skeleton={<Skeleton className="h-40" />}>
        {({ state, until, again }) => (
          <div className="grid gap-4">
            {state === 'making' && <Notice announced>{t('export.making')}</Notice>}
            {state === 'failed' && <Notice tone="error">{t('export.failed')}</Notice>}
            {state === 'ready' && (
              <>
                <Notice tone="success">{t('export.ready', { time: formatDateTime(until ?? '') })}</Notice>
                {button('page')}
                {button('data')}
                <p className="text-s text-t2">{t('export.care')}</p>
              </>
            )}
            {again
              ? state === 'ready' && (
                  <p className="text-s text-t3">{t('export.again', { time: formatDateTime(again) })}</p>
                )
              : state !== 'making' && (
                  <Button
                    block
                    variant={state === 'ready' ? 'ghost' : 'primary'}
                    pending={ask.isPending}
                    onClick={() => ask.mutate(locale)}
                  >
                    {t('export.ask')}
                  </Button>
                )}
            {error && <Notice tone="error">{errorText(error)}</Notice>}
          </div>
        )}
      </QueryState>
    </Sheet>
  );
}
