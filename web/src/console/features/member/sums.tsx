import type { ReactNode } from 'react';
import { baht } from '@/shared/lib/money';

/** A sum that says on which side it is. */
export const signed = (amount: number) => `${amount > 0 ? '+' : ''}${baht(amount)}`;

/** Names, and at the other side what each comes to. */
export function Sums({ children }: { children: ReactNode }) {
  return <dl className="grid gap-1 pt-1">{children}</dl>;
}

/** One line of them. */
export function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="min-w-0 text-t2">{name}</dt>
      <dd className="min-w-0 text-right tabular-nums">{children}</dd>
    </div>
  );
}

/** A sum of baht. Nothing is in its place, and stands back. */
export function Sum({ name, amount }: { name: ReactNode; amount: number }) {
  return (
    <Line name={name}>
      <span className={amount === 0 ? 'text-t3' : 'font-semibold'}>{baht(amount)}</span>
    </Line>
  );
}
