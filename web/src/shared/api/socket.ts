import { io, type Socket } from 'socket.io-client';
import { previewToken } from '@/shared/session/preview';

export type { Socket };

/**
 * A connection to the server, for a member or, without a token, for a guest. Loaded lazily. It reconnects by itself
 * with growing delays, unless its user does that.
 */
export function openSocket(token: string | null, reconnection = true): Socket {
  // A preview has no live connection. The server refuses what says that it is one.
  const shown = previewToken() ? 'preview' : token;
  return io(location.origin, {
    path: '/socket.io/',
    transports: ['websocket', 'polling'],
    auth: shown ? { token: shown } : {},
    reconnection,
    reconnectionDelayMax: 15_000,
    // Each user of a connection closes its own.
    forceNew: true,
  });
}
