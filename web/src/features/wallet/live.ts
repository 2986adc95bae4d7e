import { createStore, useStore } from '@/shared/lib/store';

/** Whether the socket is connected: while it is, the server need not be polled. */
const connected = createStore(false);

export const setLive = connected.set;

export const useLive = () => useStore(connected);
