import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Bannered, bannersQuery } from '@/shared/api/offers';
import { useSheet, useSheetParams } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { Banners } from '@/shared/ui/banners';
import { Button } from '@/shared/ui/button';
import { Sheet } from '@/shared/ui/sheet';
import { useSheetState } from '@/shared/ui/sheet-state';
import { Skeleton } from '@/shared/ui/skeleton';

const TITLES = { invite: 'invite.title', refund: 'refund.title' } as const;

/**
 * `?sheet=banners&of=invite`: the operator's pictures first, then their sheet. Without pictures the sheet opens at
 * once.
 */
export default function BannerSheet() {
  const { t } = useI18n();
  const { open: show } = useSheet();
  const { open } = useSheetState();
  const of: Bannered = useSheetParams('banners').of === 'refund' ? 'refund' : 'invite';
  const banners = useQuery(bannersQuery(of));
  // Pictures that fail to load count as none: the member came for the sheet itself.
  const none = banners.isError || banners.data?.length === 0;
  useEffect(() => {
    if (open && none) show(of);
  }, [open, none, show, of]);
  return (
    <Sheet
      title={t(TITLES[of])}
      footer={
        <Button block onClick={() => show(of)}>
          {t('banners.on')}
        </Button>
      }
    >
      {banners.data ? (
        <Banners banners={banners.data} code={of} dye={of === 'invite' ? 'jade' : 'river'} />
      ) : (
        <Skeleton className="aspect-5/3 w-full" />
      )}
    </Sheet>
  );
}
