import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Outlet, type RouteObject, useLocation, useRoutes, useSearchParams } from 'react-router';
import { loadTexts } from '@/console/i18n';
import type { Group } from '@/console/i18n/types';
import { Spinner } from '@/shared/ui/spinner';
import { MissingPage } from './missing-page';
import { useMe } from './session';
import { Shell } from './shell';

/** A page in a chunk of its own, with its groups of texts. */
const page = (load: () => Promise<{ default: ComponentType }>, ...texts: Group[]) =>
  lazy(async () => {
    const [loaded] = await Promise.all([load(), loadTexts(...texts)]);
    return loaded;
  });

const SignInPage = page(() => import('@/console/features/signin/signin-page'));
const InvitationPage = page(() => import('@/console/features/invitation/invitation-page'), 'me');
const StaffPage = page(() => import('@/console/features/staff/staff-page'), 'staff', 'decision');
const TokensPage = page(() => import('@/console/features/staff/tokens-page'), 'staff', 'decision', 'facts');
const AuditPage = page(() => import('@/console/features/audit/audit-page'), 'staff', 'audit', 'proposals');
const SettingPage = page(() => import('@/console/features/setting/setting-page'), 'setting');
const MePage = page(() => import('@/console/features/me/me-page'), 'me', 'queue');
const ShellPage = page(() => import('@/console/features/me/shell-page'), 'me');
const QueuePage = page(() => import('@/console/features/queue/queue-page'), 'queue', 'decision', 'facts', 'proposals');
const PastPage = page(() => import('@/console/features/queue/past-page'), 'past', 'facts');
const PastItemPage = page(
  () => import('@/console/features/queue/past-item-page'),
  'past',
  'queue',
  'decision',
  'facts',
  'proposals',
);
const TodayPage = page(() => import('@/console/features/today/today-page'), 'today', 'queue');
const AlarmsPage = page(() => import('@/console/features/today/alarms-page'), 'today');
const BrakesPage = page(() => import('@/console/features/brakes/brakes-page'), 'today');
const ProposalsPage = page(
  () => import('@/console/features/proposals/proposals-page'),
  'proposals',
  'decision',
  'facts',
);
const OfferPage = page(() => import('@/console/features/offer/offer-page'), 'offer', 'proposals', 'decision');
const CampaignPage = page(
  () => import('@/console/features/offer/campaign-page'),
  'offer',
  'proposals',
  'member',
  'decision',
);
const ChatPage = page(() => import('@/console/features/chat/chat-page'), 'chat');
const CannedPage = page(() => import('@/console/features/chat/canned-page'), 'chat');
const TallyPage = page(() => import('@/console/features/chat/tally-page'), 'chat');
const SearchPage = page(() => import('@/console/features/member/search-page'), 'member');
const AllMembersPage = page(() => import('@/console/features/member/all-page'), 'member');
const MemberPage = page(
  () => import('@/console/features/member/member-page'),
  'member',
  'audit',
  'proposals',
  'decision',
  'facts',
);
const AccountsPage = page(() => import('@/console/features/money/accounts-page'), 'money');
const AccountPage = page(() => import('@/console/features/money/account-page'), 'money');
const TransfersPage = page(() => import('@/console/features/money/transfers-page'), 'money');
const TransferPage = page(() => import('@/console/features/money/transfer-page'), 'money', 'facts');
const ProvidersPage = page(() => import('@/console/features/money/providers-page'), 'money');
const DaysPage = page(() => import('@/console/features/money/days-page'), 'money', 'decision');
const CoveragePage = page(() => import('@/console/features/money/coverage-page'), 'money', 'decision');
const KeptReportPage = page(() => import('@/console/features/money/kept-page'), 'money');
const RiskGroupsPage = page(() => import('@/console/features/risk/groups-page'), 'risk');
const RiskRingsPage = page(() => import('@/console/features/risk/rings-page'), 'risk');
const RiskRingPage = page(() => import('@/console/features/risk/ring-page'), 'risk');
const RiskVelocityPage = page(() => import('@/console/features/risk/velocity-page'), 'risk');
const RiskMonthPage = page(() => import('@/console/features/risk/month-page'), 'risk');
const RiskCalloutPage = page(() => import('@/console/features/risk/callout-page'), 'risk');
const RiskGroupPage = page(() => import('@/console/features/risk/group-page'), 'risk');
const NoticePage = page(
  () => import('@/console/features/notice/notice-page'),
  'notice',
  'queue',
  'proposals',
  'today',
  'decision',
);
const RestorePage = page(() => import('@/console/features/restore/restore-page'), 'restore', 'decision');
const ImportPage = page(() => import('@/console/features/restore/import-page'), 'restore', 'decision', 'facts');
const PersonPage = page(() => import('@/console/features/person/person-page'), 'person', 'setting', 'decision');
const FiguresPage = page(() => import('@/console/features/money/figures-page'), 'money');
const FinancePage = page(() => import('@/console/features/money/finance-page'), 'money');

export const routes: RouteObject[] = [
  { element: <Nobody />, children: [{ path: '/signin', element: <SignInPage /> }] },
  { path: '/invitation', element: <InvitationPage /> },
  {
    element: <Somebody />,
    children: [
      { path: '/', element: <Navigate to="/today" replace /> },
      { path: '/today', element: <TodayPage /> },
      { path: '/today/alarms', element: <AlarmsPage /> },
      { path: '/queue/:kind?/:id?', element: <QueuePage /> },
      { path: '/past/:list?', element: <PastPage /> },
      { path: '/past/:list/:kind/:id', element: <PastItemPage /> },
      { path: '/chat/:id?', element: <ChatPage /> },
      { path: '/chat/canned', element: <CannedPage /> },
      { path: '/chat/tally', element: <TallyPage /> },
      { path: '/member', element: <SearchPage /> },
      { path: '/member/all', element: <AllMembersPage /> },
      { path: '/member/:id/:tab?', element: <MemberPage /> },
      { path: '/proposals/:id?', element: <ProposalsPage /> },
      { path: '/money', element: <AccountsPage /> },
      { path: '/money/account/:name', element: <AccountPage /> },
      { path: '/money/transfers', element: <TransfersPage /> },
      { path: '/money/transfer/:reference', element: <TransferPage /> },
      { path: '/money/providers', element: <ProvidersPage /> },
      { path: '/money/days', element: <DaysPage /> },
      { path: '/money/coverage', element: <CoveragePage /> },
      { path: '/money/coverage/:id', element: <KeptReportPage /> },
      { path: '/money/finance', element: <FinancePage /> },
      { path: '/money/figures', element: <FiguresPage /> },
      { path: '/offer/:section?/:tab?', element: <OfferPage /> },
      { path: '/offer/campaigns/:source/:code', element: <CampaignPage /> },
      { path: '/risk', element: <RiskGroupsPage /> },
      { path: '/risk/ring', element: <RiskRingsPage /> },
      { path: '/risk/ring/:inviter', element: <RiskRingPage /> },
      { path: '/risk/velocity', element: <RiskVelocityPage /> },
      { path: '/risk/month', element: <RiskMonthPage /> },
      { path: '/risk/callout', element: <RiskCalloutPage /> },
      { path: '/risk/:by/:key', element: <RiskGroupPage /> },
      { path: '/brakes', element: <BrakesPage /> },
      { path: '/restore', element: <RestorePage /> },
      { path: '/restore/list/:id', element: <ImportPage /> },
      { path: '/notice', element: <NoticePage /> },
      { path: '/person', element: <PersonPage /> },
      { path: '/staff', element: <StaffPage /> },
      { path: '/staff/tokens', element: <TokensPage /> },
      { path: '/audit', element: <AuditPage /> },
      { path: '/setting', element: <SettingPage /> },
      { path: '/me', element: <MePage /> },
      { path: '/shell', element: <ShellPage /> },
      { path: '*', element: <MissingPage /> },
    ],
  },
];

export function App() {
  return <Suspense fallback={<Opening />}>{useRoutes(routes)}</Suspense>;
}

/** Pages before the sign-in: who is signed in goes on to where it wanted to go. */
function Nobody() {
  const [params] = useSearchParams();
  const me = useMe();
  const next = params.get('next') ?? '/';
  // Only to a page of this console: `//host` would be another site.
  return me ? <Navigate to={/^\/(?!\/)/.test(next) ? next : '/'} replace /> : <Outlet />;
}

function Somebody() {
  const { pathname, search, hash } = useLocation();
  const me = useMe();
  if (!me) {
    const wanted = pathname === '/' ? '' : `?next=${encodeURIComponent(pathname + search + hash)}`;
    return <Navigate to={`/signin${wanted}`} replace />;
  }
  return (
    <Shell me={me}>
      <Suspense fallback={<Opening />}>
        <Outlet />
      </Suspense>
    </Shell>
  );
}

function Opening() {
  return (
    <div className="grid min-h-64 place-items-center text-t3">
      <Spinner />
    </div>
  );
}
