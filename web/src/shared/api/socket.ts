import { io, type Socket } from 'socket.io-client';

export type { Socket };

/** A line to the server, for a member or, without a token, for a guest. It comes back by itself. Loaded lazily. */
export function openSocket(token: string | null): Socket {
  return io(location.origin, {
    path: '/socket.io/',
    transports: ['websocket', 'polling'],
    auth: token ? { token } : {},
    reconnectionDelayMax: 15_000,
    // Each user of a line closes its own.
    forceNew: true,
  });
}
