import { createStore, useStore } from '@/shared/lib/store';

/** Whether the operator has terminated the service, as far as this page knows. */
const terminated = createStore(false);

export const markTerminated = () => terminated.set(true);
export const markActive = () => terminated.set(false);

export const useTerminated = () => useStore(terminated);
