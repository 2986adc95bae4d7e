import { createStore, useStore } from '@/shared/lib/store';

/**
 * Whether the member is shut out of play, by a break or an exclusion, as far as this page has heard. A store, not a context:
 * React loses a context's change below a Suspense boundary that waits for code at that moment.
 */
const shut = createStore(false);

/** The member's layout tells it. */
export const tellShut = shut.set;

export const useShut = () => useStore(shut);
