import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useI18n } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { Skeleton } from '@/shared/ui/skeleton';
import { accept } from './acceptance';
import { HtmlList } from './components/html-list';
import { agreementsQuery } from './queries';

/** The agreement of the first visit. Closing it, by any means, records its acceptance (SPEC.md §2). */
export default function AgreementSheet() {
  const { t } = useI18n();
  const agreements = useQuery(agreementsQuery);
  const { open, close } = useSheetState();
  // Nobody agrees to a text that failed to load, or is still a grey block.
  const [shown, setShown] = useState<readonly string[]>();
  useEffect(() => {
    if (!open && shown) accept(shown);
  }, [open, shown]);
  return (
    <Sheet
      title={t('agreement.title')}
      footer={
        <>
          <Button block disabled={!shown} onClick={close}>
            {t('agreement.accept')}
          </Button>
          {shown && <p className="text-center text-xs text-t3">{t('agreement.note')}</p>}
        </>
      }
    >
      <QueryState query={agreements} skeleton={<Skeleton className="h-64 w-full" />}>
        {(items) => <HtmlList items={items} onShown={setShown} />}
      </QueryState>
    </Sheet>
  );
}
