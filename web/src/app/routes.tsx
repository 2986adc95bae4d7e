import { isValidElement } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import LoginPage from '@/features/auth/login-page';
import { lazyPage } from '@/shared/lib/lazy-page';
import { PATHS } from '@/shared/paths';
import { sessionToken } from '@/shared/session/session';
import { ActiveGuard, Elsewhere, MemberGuard, PublicGuard, ServiceGuard } from './guards';
import NotFoundPage from './not-found-page';
import { PublicLayout } from './public-layout';

const MemberLayout = lazyPage(() => import('./member-layout'), 'member', 'errors');
const TerminatedPage = lazyPage(() => import('./terminated-page'), 'open');
const WayInPage = lazyPage(() => import('@/features/register/way-in-page'), 'open', 'errors');
const HowToPage = lazyPage(() => import('@/features/content/how-to-page'), 'open');
const ContactPage = lazyPage(() => import('./contact-page'), 'open', 'chat', 'errors');
const HomePage = lazyPage(() => import('@/features/home/home-page'), 'member', 'errors');
const StatementPage = lazyPage(() => import('@/features/statement/statement-page'), 'member', 'errors');
const BonusPage = lazyPage(() => import('@/features/bonus/bonus-page'), 'member', 'offers', 'errors');
const SpinPage = lazyPage(() => import('@/features/spin/spin-page'), 'member', 'offers', 'errors');
const ProfilePage = lazyPage(() => import('@/features/profile/profile-page'), 'member', 'protection', 'errors');

/** Prefetched while the login form is idle: the next screen is nearly always home. */
export const AFTER_LOGIN = [MemberLayout, HomePage];

/** The whole route table, as data, so that tests can walk it. Guards are parents without a path. */
export const routes: RouteObject[] = [
  {
    element: <ServiceGuard />,
    children: [
      { path: '/', element: <Elsewhere to="/user" /> },
      {
        element: <PublicGuard />,
        children: [
          {
            element: <PublicLayout />,
            children: [
              { element: <ActiveGuard />, children: [{ path: PATHS.login, element: <LoginPage /> }] },
              { path: PATHS.register, element: <WayInPage /> },
              { path: PATHS.forgot, element: <WayInPage /> },
              { path: PATHS.howto, element: <HowToPage /> },
              { path: PATHS.contact, element: <ContactPage /> },
            ],
          },
          { path: PATHS.terminated, element: <TerminatedPage /> },
        ],
      },
      {
        path: '/user',
        element: <MemberGuard />,
        children: [
          {
            element: <MemberLayout />,
            children: [
              { index: true, element: <Elsewhere to={PATHS.home} /> },
              { path: PATHS.home, element: <HomePage /> },
              { path: PATHS.statement, element: <StatementPage /> },
              { path: PATHS.profile, element: <ProfilePage /> },
              { path: PATHS.bonus, element: <BonusPage /> },
              { path: PATHS.spin, element: <SpinPage /> },
              { path: PATHS.memberContact, element: <ContactPage /> },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

interface Lazy {
  prefetch(): Promise<void>;
}

/** The parts of an address's first screen, so that they load in parallel. */
export function firstPages(pathname: string): Lazy[] {
  if (!sessionToken() && pathname.startsWith('/user')) return [];
  if (sessionToken() && /^\/(user\/?)?$/.test(pathname)) return AFTER_LOGIN;
  return (matchRoutes(routes, pathname) ?? []).flatMap(({ route }) => {
    const page = isValidElement(route.element) ? (route.element.type as Partial<Lazy>) : {};
    return page.prefetch ? [page as Lazy] : [];
  });
}
