import { useI18n } from '@/shared/i18n';
import { Icon } from '@/shared/ui/icon';

interface Props {
  coins: number;
  turning: boolean;
  /** Whether spinning is impossible now: no coin, no network, or the member takes a break. */
  asleep: boolean;
  onSpin(): void;
}

/** The button in the middle, with the remaining coins. */
export function Hub({ coins, turning, asleep, onSpin }: Props) {
  const { t } = useI18n();
  const awake = !turning && !asleep;
  return (
    <button
      type="button"
      aria-busy={turning || undefined}
      disabled={!awake}
      onClick={onSpin}
      className={`grid size-21 place-items-center content-center rounded-full border-4 border-ink font-semibold transition-transform duration-120 active:scale-[.96] disabled:active:scale-100 ${awake || turning ? 'bg-gold text-ongold' : 'bg-s3 text-t2'}`}
    >
      <span className="text-m leading-6">{t('spin.go')}</span>
      <span className="flex items-center gap-1 text-s tabular-nums">
        <Icon name="coin" size="s" />
        {coins} <span className="sr-only">{t('spin.coinWord')}</span>
      </span>
    </button>
  );
}
