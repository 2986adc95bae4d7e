import { io, type Socket } from 'socket.io-client';

export type { Socket };

/**
 * A line to the server, for a member or, without a token, for a guest. Loaded lazily. It comes back by itself, after
 * ever longer waits, unless its user looks after it.
 */
export function openSocket(token: string | null, reconnection = true): Socket {
  return io(location.origin, {
    path: '/socket.io/',
    transports: ['websocket', 'polling'],
    auth: token ? { token } : {},
    reconnection,
    reconnectionDelayMax: 15_000,
    // Each user of a line closes its own.
    forceNew: true,
  });
}
