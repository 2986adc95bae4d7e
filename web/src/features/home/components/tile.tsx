import type { ReactNode } from 'react';

export const TILE =
  'grid w-full justify-items-center gap-1.5 rounded-m py-1 text-center text-xs text-t2 transition-transform duration-120 active:scale-[.98]';
export const SIGN = 'grid size-13 place-items-center rounded-l';

interface Props {
  text: string;
  main?: boolean;
  disabled?: boolean;
  onClick(): void;
  children: ReactNode;
}

/** One action: an icon with its label below. */
export function Tile({ text, main, disabled, onClick, children }: Props) {
  return (
    <button type="button" disabled={disabled} onClick={onClick} className={TILE}>
      <span className={`${SIGN} ${main ? 'bg-gold text-ongold' : 'bg-s2 text-t1'}`}>{children}</span>
      {text}
    </button>
  );
}
