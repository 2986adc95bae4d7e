import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, unwrap } from '@/shared/api/client';
import { PATHS } from '@/shared/paths';
import { endSession, sessionToken } from '@/shared/session/session';

/** Logs out. The server ends the token; this browser forgets it even if the server can't be reached. */
export function useSignOut() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/logout', { keepalive: true })),
    onSettled: () => {
      endSession();
      navigate(PATHS.login);
    },
  });
}

/** The member left for a public page: the session ends without a message. */
export function abandonSession(): void {
  // The request carries its token, because the browser forgets it now; `keepalive` lets the request outlive the page.
  const headers = { Authorization: `Bearer ${sessionToken()}` };
  void api.POST('/api/logout', { headers, keepalive: true }).catch(() => undefined);
  endSession();
}
