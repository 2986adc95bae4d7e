import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, unwrap } from '@/shared/api/client';
import { PATHS } from '@/shared/paths';
import { endSession, sessionToken } from '@/shared/session/session';

/** Logs out: the server ends the token; this browser forgets it even where the server can't be reached. */
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

/** The member walked out to a public page: the session ends without a word. */
export function abandonSession(): void {
  // The request takes its token along, for the browser forgets it now; `keepalive` lets it outlive the page.
  const headers = { Authorization: `Bearer ${sessionToken()}` };
  void api.POST('/api/logout', { headers, keepalive: true }).catch(() => undefined);
  endSession();
}
