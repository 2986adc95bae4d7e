import { useI18n } from '@/shared/i18n';
import { wholeBaht } from '@/shared/lib/money';

/** docs/founding/RULES.md §7: so little, in baht, comes without a condition. */
export const FREE_CREDIT = 20;

interface Props {
  /** Baht that are about to be received. */
  amount: number;
  /** Percents of it at which its condition ends. */
  success: number;
  fail: number;
}

/** What taking this money into the wallet means, with both percents; for the question before it. */
export function Condition({ amount, success, fail }: Props) {
  const { t } = useI18n();
  return (
    <p className="text-pretty">
      {amount > FREE_CREDIT
        ? t('offer.condition', { success, fail })
        : t('offer.free', { amount: wholeBaht(FREE_CREDIT) })}
    </p>
  );
}
