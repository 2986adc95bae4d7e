import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidate } from '@/shared/api/invalidate';
import { whenIdle } from '@/shared/lib/when-idle';
import { useSessionToken } from '@/shared/session/session';
import { setLive } from './live';
import { walletChanged } from './queries';

/** Keeps a socket open while a member is logged in, so that balances update by themselves. Renders nothing. */
export function LiveMoney() {
  const cache = useQueryClient();
  const token = useSessionToken();
  useEffect(() => {
    if (!token) return;
    let stop: (() => void) | undefined;
    let gone = false;
    const connect = () =>
      import('./socket').then(
        ({ listen }) => {
          if (gone) return;
          stop = listen({
            token,
            onWallet: () => void walletChanged(cache),
            onStatement: () => void invalidate(cache, ['statement']),
            onLive: setLive,
          });
        },
        () => undefined, // Without the socket's code the app polls.
      );
    // The current screen's data comes first.
    const callOff = whenIdle(() => void connect());
    return () => {
      callOff();
      gone = true;
      stop?.();
    };
  }, [cache, token]);
  return null;
}
