import { baht, formatAmount } from '@/shared/lib/money';

interface Props {
  /** Baht. */
  value: number;
  /** Only the statement and the sum of a refund show signs. */
  sign?: '+' | '-' | undefined;
  /** Another currency is written as text: no font has the kip sign. */
  currency?: string;
}

/** An amount of money: tabular figures, always two decimals. */
export function Amount({ value, sign, currency = 'BAHT' }: Props) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {sign && (sign === '-' ? '−' : '+')}
      {currency === 'BAHT' ? baht(value) : `${formatAmount(value)} ${currency}`}
    </span>
  );
}

/** The balance: large, its decimals smaller, dots of the same width if the member hides it. */
export function HeroAmount({ value, hidden = false }: { value: number; hidden?: boolean }) {
  const text = baht(value);
  const [whole = '', decimals = ''] = text.split('.');
  const size = text.length > 12 ? 'text-2xl' : 'text-2xl min-[380px]:text-hero';
  return (
    <span className={`${size} whitespace-nowrap font-semibold tabular-nums`}>
      {hidden ? (
        <span className="tracking-widest">{'•'.repeat(6)}</span>
      ) : (
        <>
          {whole}
          <span className="text-[.7em]">.{decimals}</span>
        </>
      )}
    </span>
  );
}
