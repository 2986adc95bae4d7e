import { formatAmount } from '@/shared/lib/money';

interface Props {
  value: number;
  /** It is a change: more than nothing has a plus. */
  change?: boolean;
}

/** Baht with two decimals. Its sign is as wide as a digit, so that columns of them stand one below the other. */
export function Amount({ value, change = false }: Props) {
  return <span className={`tabular-nums ${value === 0 ? 'text-t3' : ''}`}>{signed(value, change)}</span>;
}

export function signed(value: number, change = false): string {
  const sign = value < 0 ? '−' : change && value > 0 ? '+' : '';
  return sign + formatAmount(Math.abs(value));
}
