import { io, type Socket } from 'socket.io-client';

export type { Socket };

/**
 * A connection to the server, for a member or, without a token, for a guest. Loaded lazily. It reconnects by itself
 * with growing delays, unless its user does that.
 */
export function openSocket(token: string | null, reconnection = true): Socket {
  return io(location.origin, {
    path: '/socket.io/',
    transports: ['websocket', 'polling'],
    auth: token ? { token } : {},
    reconnection,
    reconnectionDelayMax: 15_000,
    // Each user of a connection closes its own.
    forceNew: true,
  });
}
