import type { ReactNode } from 'react';

const TONES = {
  gold: 'border-gold/50 text-gold',
  jade: 'border-jade/50 text-jade',
  sky: 'border-sky/50 text-sky',
  coral: 'border-coral/50 text-coral',
  grey: 'border-control text-t2',
};

/** The state of something, in a word: the colour only underlines it. */
export function State({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full border px-2 text-xs font-semibold whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
