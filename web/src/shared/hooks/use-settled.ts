import { DOUBLE_TAP_MS } from '@/shared/lib/double-tap';
import { useDelayedFlag } from './use-delayed-flag';

/**
 * Whether what has opened may take taps: the second tap of a double tap was meant for what was there before, and would
 * close it again or press the button that happens to lie there now.
 */
export const useSettled = (open: boolean) => useDelayedFlag(open, DOUBLE_TAP_MS);
