import { DOUBLE_TAP_MS } from '@/shared/lib/double-tap';
import { useDelayedFlag } from './use-delayed-flag';

/**
 * Reports whether a part that has just opened may take taps. The second tap of a double tap was meant for what was
 * there before: it would close the part again, or press a button that now happens to be there.
 */
export const useAcceptsTaps = (open: boolean) => useDelayedFlag(open, DOUBLE_TAP_MS);
