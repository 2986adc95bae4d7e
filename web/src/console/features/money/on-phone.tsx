import type { ReactNode } from 'react';

/** A second line of a cell, for what a phone has no column for. */
export function OnPhone({ children }: { children: ReactNode }) {
  return <span className="block truncate text-xs text-t3 sm:hidden">{children}</span>;
}
