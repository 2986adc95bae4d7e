import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface Props {
  to: string;
  /** It is chosen. */
  on: boolean;
  children: ReactNode;
}

/** One choice of what a list shows. It is an address, so a reload or a link shows the same. */
export function Chip({ to, on, children }: Props) {
  return (
    <Link
      ref={on ? inSight : undefined}
      to={to}
      aria-current={on ? 'page' : undefined}
      className="target flex shrink-0 items-center gap-1.5 rounded-full px-3 text-t2 hover:bg-s2 hover:text-t1 aria-[current=page]:bg-s3 aria-[current=page]:font-semibold aria-[current=page]:text-t1"
    >
      {children}
    </Link>
  );
}

/** Moves a row of chips sideways until the chosen one is in the middle. The page stays where it is. */
function inSight(chip: HTMLElement | null): void {
  const row = chip?.parentElement;
  if (!chip || !row) return;
  const [at, around] = [chip.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += at.left - around.left - (around.width - at.width) / 2;
}
