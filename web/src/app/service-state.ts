import { createStore, useStore } from '@/shared/lib/store';

/** Whether the operator has closed the service, as far as this page has heard. */
const terminated = createStore(false);

export const markTerminated = () => terminated.set(true);
export const markActive = () => terminated.set(false);

export const useTerminated = () => useStore(terminated);
