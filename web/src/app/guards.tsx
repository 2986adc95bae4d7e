import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useReducer, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { activeQuery } from '@/features/auth/queries';
import { abandonSession } from '@/features/auth/sign-out';
import { PATHS } from '@/shared/paths';
import { inviteCode } from '@/shared/session/identity';
import { sessionToken, useSessionToken } from '@/shared/session/session';
import { notify } from '@/shared/ui/notify';
import { PageSpeaker } from './page-speaker';
import { markTerminated, useTerminated } from './service-state';

/**
 * Redirects to another place at every visit. `Navigate` does so only once, and the router ignores a navigation to the
 * same address. So Back before the target is drawn would leave the member here, on an empty page.
 */
export function Elsewhere({ to }: { to: string }) {
  const navigate = useNavigate();
  const [passed, comeBy] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    // The router may have moved to another page by then, in which case this one is gone.
    const again = () => startTransition(comeBy);
    window.addEventListener('popstate', again);
    return () => window.removeEventListener('popstate', again);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every visit counts
  useEffect(() => {
    void navigate(to, { replace: true });
  }, [navigate, to, passed]);
  return null;
}

/** Around everything: when the service is terminated, only one page is left. */
export function ServiceGuard() {
  const gone = useTerminated();
  const { pathname, search } = useLocation();
  const sheet = new URLSearchParams(search).get('sheet');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page and sheet that is opened or left counts
  useEffect(() => notify.moved(), [pathname, sheet]);
  // A friend's link may lead anywhere; a visitor who looks around first is still invited.
  useState(() => inviteCode.keepFrom(search));
  if (gone && pathname !== PATHS.terminated) return <Elsewhere to={PATHS.terminated} />;
  return (
    <>
      <Outlet />
      <PageSpeaker />
    </>
  );
}

/** The member's part. The presence of a token decides (SPEC.md §6); the server says whether the token is valid. */
export function MemberGuard() {
  const token = useSessionToken();
  const cache = useQueryClient();
  useEffect(() => {
    // What one member saw is not kept for the next one on the same phone.
    if (!token) cache.clear();
  }, [token, cache]);
  return token ? <Outlet /> : <Elsewhere to={PATHS.login} />;
}

/** Opening a public page while a token is stored ends that session (SPEC.md §2). */
export function PublicGuard() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each public page that is opened counts
  useEffect(() => {
    if (sessionToken()) abandonSession();
  }, [pathname]);
  return <Outlet />;
}

/** /login asks whether the service still runs. The form is shown meanwhile, since the answer is nearly always yes. */
export function ActiveGuard() {
  const { data } = useQuery(activeQuery);
  const gone = data !== undefined && (!data.active || data.message === 'gone');
  useEffect(() => {
    if (gone) markTerminated();
  }, [gone]);
  return <Outlet />;
}
