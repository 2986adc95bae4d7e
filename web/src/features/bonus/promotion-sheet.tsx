import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@/shared/api/error';
import { useSheetParams } from '@/shared/hooks/use-sheet';
import { useI18n } from '@/shared/i18n';
import { EmptyState } from '@/shared/ui/empty-state';
import { QueryState } from '@/shared/ui/query-state';
import { Sheet } from '@/shared/ui/sheet';
import { Spinner } from '@/shared/ui/spinner';
import { Offer } from './components/offer';
import { Terms } from './components/terms';
import { promotionQuery } from './queries';

/** `?sheet=promotion&code=...`: the search, no result, or the promotion with its terms. */
export default function PromotionSheet() {
  const { t } = useI18n();
  const code = (useSheetParams('promotion').code ?? '').toUpperCase();
  const found = useQuery(promotionQuery(code));
  const promotion = found.data;
  if (promotion)
    return (
      <Offer
        kind="promotion"
        code={promotion.code}
        title={promotion.code}
        lead={promotion.description}
        banners={[]}
        dye="lotus"
        percentFail={promotion.percentFail}
      >
        <Terms terms={promotion.terms} percentSuccess={promotion.percentSuccess} percentFail={promotion.percentFail} />
      </Offer>
    );
  return (
    <Sheet title={t('bonus.code')}>
      {isUnknown(found.error) ? (
        <EmptyState icon="gift" title={t('promotion.notFound', { code })}>
          {t('promotion.notFoundText')}
        </EmptyState>
      ) : (
        <QueryState query={found} skeleton={<Searching />}>
          {() => null}
        </QueryState>
      )}
    </Sheet>
  );
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.code === 'NO_PROMOTION';

function Searching() {
  const { t } = useI18n();
  return (
    <p role="status" className="flex min-h-32 items-center justify-center gap-3 text-s text-t2">
      <Spinner />
      {t('promotion.searching')}
    </p>
  );
}
