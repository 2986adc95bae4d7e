import { openSocket } from '@/shared/api/socket';

interface Hints {
  token: string;
  onWallet(): void;
  onStatement(): void;
  onLive(connected: boolean): void;
}

/** The server's hints that something changed. They carry no amounts: the app fetches them. Loaded lazily. */
export function listen({ token, onWallet, onStatement, onLive }: Hints): () => void {
  const socket = openSocket(token);
  socket.on('connect', () => {
    onLive(true);
    // Hints that were sent while the connection was down are lost.
    onWallet();
    onStatement();
  });
  socket.on('disconnect', () => onLive(false));
  socket.on('wallet', onWallet);
  socket.on('statement', onStatement);
  return () => {
    socket.disconnect();
    onLive(false);
  };
}
