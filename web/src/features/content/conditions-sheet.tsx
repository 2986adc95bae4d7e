import { useQuery } from '@tanstack/react-query';
import { useI18n } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { HtmlList } from './components/html-list';
import { conditionsQuery } from './queries';

export default function ConditionsSheet() {
  const { t } = useI18n();
  const conditions = useQuery(conditionsQuery);
  const { close } = useSheetState();
  return (
    <Sheet
      title={t('conditions.title')}
      footer={
        <Button block variant="secondary" onClick={close}>
          {t('conditions.close')}
        </Button>
      }
    >
      <QueryState query={conditions} skeleton={<Skeleton className="h-64 w-full" />}>
        {(items) =>
          items.length ? <HtmlList items={items} /> : <EmptyState icon="scroll" title={t('conditions.empty')} />
        }
      </QueryState>
    </Sheet>
  );
}
