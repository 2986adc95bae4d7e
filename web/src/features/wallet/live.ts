import { createStore, useStore } from '@/shared/lib/store';

/** Whether the socket stands: while it does, nobody needs to ask the server by the clock. */
const connected = createStore(false);

export const setLive = connected.set;

export const useLive = () => useStore(connected);
