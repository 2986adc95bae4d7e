import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { activeQuery } from '@/features/auth/queries';
import { abandonSession } from '@/features/auth/sign-out';
import { PATHS } from '@/shared/paths';
import { inviteCode } from '@/shared/session/identity';
import { sessionToken, useSessionToken } from '@/shared/session/session';
import { PageSpeaker } from './page-speaker';
import { markTerminated, useTerminated } from './service-state';

/** Around everything: when the service is gone, there is one page left. */
export function ServiceGuard() {
  const gone = useTerminated();
  const { pathname, search } = useLocation();
  // A friend's link may lead anywhere; whoever looks around first is invited all the same.
  useState(() => inviteCode.keepFrom(search));
  if (gone && pathname !== PATHS.terminated) return <Navigate to={PATHS.terminated} replace />;
  return (
    <>
      <Outlet />
      <PageSpeaker />
    </>
  );
}

/** The member's part: the presence of a token decides (SPEC.md §6); whether it is good, the server says. */
export function MemberGuard() {
  const token = useSessionToken();
  const cache = useQueryClient();
  useEffect(() => {
    // What one member saw is not kept for the next one on the same phone.
    if (!token) cache.clear();
  }, [token, cache]);
  return token ? <Outlet /> : <Navigate to={PATHS.login} replace />;
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

/** /login asks whether the service is still there. The form is shown meanwhile: the answer is nearly always yes. */
export function ActiveGuard() {
  const { data } = useQuery(activeQuery);
  const gone = data !== undefined && (!data.active || data.message === 'gone');
  useEffect(() => {
    if (gone) markTerminated();
  }, [gone]);
  return <Outlet />;
}
