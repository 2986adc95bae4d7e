import { useI18n } from '@/shared/i18n';
import { wholeBaht } from '@/shared/lib/money';

/** docs/founding/RULES.md §7: a credit this small, in baht, has no condition. */
export const FREE_CREDIT = 20;

interface Props {
  /** Baht that the member is about to receive. */
  amount: number;
  /** The percents of it at which its condition ends. */
  success: number;
  fail: number;
}

/** The consequences of taking this money into the wallet, with both percents; for the question before it. */
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
