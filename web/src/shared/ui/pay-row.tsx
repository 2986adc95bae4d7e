import type { ReactNode } from 'react';
import { baht } from '@/shared/lib/money';
import { formatDateTime } from '@/shared/lib/time';

/** A payment in a list: whose or what, when, how much. */
export function PayRow({ name, at, amount }: { name?: ReactNode; at: string; amount: number }) {
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 px-4 py-2">
      <span className="grid min-w-0">
        {name && <span className="truncate py-0.5">{name}</span>}
        <span className={name ? 'text-xs text-t3 tabular-nums' : 'text-s text-t2 tabular-nums'}>
          {formatDateTime(at)}
        </span>
      </span>
      <span className="shrink-0 font-semibold text-jade tabular-nums">{baht(amount)}</span>
    </li>
  );
}
