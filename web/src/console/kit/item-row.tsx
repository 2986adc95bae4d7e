import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { baht } from '@/shared/lib/money';
import { Age } from './age';

interface Props {
  /** Its own address. */
  to: string;
  title: string;
  /** Who or what it is about. */
  subject?: ReactNode;
  /** Baht. */
  amount?: number | null;
  /** null: that is not known. */
  since: string | null;
  due?: string | null;
  note?: ReactNode;
  /** The cursor is on it. A phone has no cursor, and shows none. */
  current?: boolean;
}

/** One thing that waits for a person: what, about whom, how much, how long. */
export function ItemRow({ to, title, subject, amount, since, due, note, current }: Props) {
  return (
    <Link
      to={to}
      aria-current={current ? 'true' : undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-l-3 border-transparent px-3 py-2.5 hover:bg-s2 focus-visible:-outline-offset-2 lg:aria-[current=true]:border-gold lg:aria-[current=true]:bg-s1"
    >
      <span className="truncate font-semibold">{title}</span>{' '}
      <span className="text-right font-semibold tabular-nums">{amount != null && baht(amount)}</span>
      <span className="truncate text-t2">{subject}</span>{' '}
      <span className="text-right text-t2">{since && <Age since={since} due={due ?? null} />}</span>
      {note && <span className="col-span-2 truncate text-t3">{note}</span>}
    </Link>
  );
}
