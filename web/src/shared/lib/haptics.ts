const PATTERNS = { success: 10, error: [20, 40, 20] } as const;

/** Vibrates briefly if the phone can and the member has not set reduced motion. */
export function vibrate(kind: keyof typeof PATTERNS): void {
  if (!navigator.vibrate || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const pattern = PATTERNS[kind];
  navigator.vibrate(typeof pattern === 'number' ? pattern : [...pattern]);
}
