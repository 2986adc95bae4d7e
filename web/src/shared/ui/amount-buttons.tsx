import { useI18n } from '@/shared/i18n';
import { portion } from '@/shared/lib/money';

interface Props {
  /** Baht that can be moved. */
  available: number;
  /** Baht; the filled-in amount is a whole multiple of it. */
  step?: number;
  onPick(amount: number): void;
}

/** A quarter, a half, all: one tap instead of a keyboard. */
export function AmountButtons({ available, step, onPick }: Props) {
  const { t } = useI18n();
  const parts = [
    [25, '25%'],
    [50, '50%'],
    [100, t('amount.all')],
  ] as const;
  return (
    <div className="grid grid-cols-3 gap-2">
      {parts.map(([percent, label]) => {
        const part = portion(available, percent, step);
        return (
          <button
            key={percent}
            type="button"
            disabled={part <= 0}
            onClick={() => onPick(part)}
            className="min-h-11 rounded-m border border-line bg-s2 text-s text-t1 disabled:opacity-50"
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}
