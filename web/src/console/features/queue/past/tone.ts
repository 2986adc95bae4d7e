const TONES = {
  jade: ['paid', 'credited', 'released', 'matched', 'confirmed', 'booked', 'done'],
  gold: ['review', 'held', 'unmatched', 'open', 'taking', 'booking', 'waiting', 'owed'],
  sky: ['requested', 'sending', 'received', 'claimed', 'verified', 'asking'],
  coral: ['bounced', 'reversed', 'failed', 'refused', 'rejected'],
} as const;

/** The colour of a state, in whichever list; grey is one that needs nobody's eye. */
export function toneOf(state: string): keyof typeof TONES | 'grey' {
  for (const [tone, states] of Object.entries(TONES))
    if ((states as readonly string[]).includes(state)) return tone as keyof typeof TONES;
  return 'grey';
}
