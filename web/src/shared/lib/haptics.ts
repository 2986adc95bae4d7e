const PATTERNS = { success: 10, error: [20, 40, 20] } as const;

/** A short buzz where the phone can and the member has not asked for less motion. */
export function vibrate(kind: keyof typeof PATTERNS): void {
  if (!navigator.vibrate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const pattern = PATTERNS[kind];
  navigator.vibrate(typeof pattern === 'number' ? pattern : [...pattern]);
}
