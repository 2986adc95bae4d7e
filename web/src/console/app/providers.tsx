import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useI18n } from '@/console/i18n';
import { ErrorBoundary } from '@/shared/ui/error-boundary';
import { Stuck } from './stuck';

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={() => <Broken />}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </ErrorBoundary>
  );
}

function Broken() {
  const { t } = useI18n();
  return <Stuck title={t('stuck.title')} text={t('stuck.text')} reload={t('stuck.reload')} />;
}
