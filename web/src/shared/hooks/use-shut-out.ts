import { createStore, useStore } from '@/shared/lib/store';

/**
 * Reports whether the member is shut out, by a break or an exclusion, as far as this page knows. It is a store, not a
 * context: React loses a context's change below a Suspense boundary that is waiting for code at that moment.
 */
const shut = createStore(false);

/** The member's layout sets it. */
export const setShutOut = shut.set;

export const useShutOut = () => useStore(shut);
